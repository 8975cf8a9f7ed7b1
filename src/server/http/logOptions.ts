import type { FastifyServerOptions } from 'fastify';
import { clientAddress } from '../addresses/clientAddress.ts';

/**
 * The fields of the log: a request by method, route and IP address, an error by name, message, code and stack.
 * The log never contains a header, a body, a full URL or a database row: those may hold a password or a token (reliability 25).
 */
export function logOptions(level: string) {
  return {
    level,
    serializers: {
      req: (request) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
        address: clientAddress(request),
      }),
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
