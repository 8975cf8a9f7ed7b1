import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
const AN_HOUR = 'public, max-age=3600';

/** The built files of the product; hashed assets are kept by browsers for good, posters for a day. */
export async function pageRoutes(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/index.html*', '**/*.br', '**/*.gz', '**/*.map'],
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const folder = relative(directory, path).split(sep, 1).join('');
      reply.header('cache-control', folder === 'assets' ? FOREVER : folder === 'posters' ? A_DAY : AN_HOUR);
      reply.header('vary', 'accept-encoding');
    },
  });
}
