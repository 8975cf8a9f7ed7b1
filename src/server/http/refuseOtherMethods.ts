import type { FastifyInstance, HTTPMethods } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Collects the methods of all routes added after this call. Returns a function that makes every other method on their paths
 * respond with 405.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    // Fastify reports the index route of a plugin with and without a trailing slash.
    const path = url.slice(app.prefix.length).replace(/\/$/, '');
    const methods = allowed.get(path) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    allowed.set(path, methods);
  });

  return () => {
    for (const [url, methods] of [...allowed].map(([path, known]) => [path, new Set(known)] as const)) {
      const others = app.supportedMethods.filter((method): method is HTTPMethods => !methods.has(method));
      const allow = [...methods].toSorted().join(', ');
      app.route({
        method: others,
        url,
        onRequest: async () => {
          throw new ApiError('method_not_allowed', { headers: { allow } });
        },
        handler: () => undefined,
      });
    }
  };
}
