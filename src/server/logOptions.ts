import type { FastifyServerOptions } from 'fastify';

/**
 * What the log writes: a request by method, path and caller, an error by name, message, code and stack.
 * Never a header, a body, a query or a row of the database: those may hold a password or a token (reliability 25).
 */
export function logOptions(level: string) {
  return {
    level,
    serializers: {
      req: ({ method, url, ip }) => ({ method, path: url.split('?', 1)[0], address: ip }),
      res: ({ statusCode }) => ({ statusCode }),
      err: describeError,
    },
  } satisfies FastifyServerOptions['logger'];
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const code = 'code' in error ? { code: String(error.code) } : {};
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...code };
}
