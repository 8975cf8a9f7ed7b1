import type { FastifyInstance } from 'fastify';

/** A `fetch` that calls the application in this process, without a port. It always sends GET, without a body. */
export function fetchInProcess(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const { url, headers } = input instanceof Request ? input : new Request(input, init);
    const { pathname, search } = new URL(url);
    const answer = await app.inject({ method: 'GET', url: pathname + search, headers: Object.fromEntries(headers) });
    const type = answer.headers['content-type'];
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}
