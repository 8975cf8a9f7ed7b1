import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { doorWorkerPath, LANGUAGES, serviceWorkerPath } from '#domain/languages.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';
const AN_HOUR = 'public, max-age=3600';
const COMPRESSED = /\.(?:br|gz)$/;
const CACHE_CONTROL: Readonly<Record<string, string>> = {
  assets: FOREVER,
  posters: A_DAY,
  ...Object.fromEntries(
    [serviceWorkerPath, doorWorkerPath].flatMap((path) => LANGUAGES.map((each) => [path(each).slice(1), 'no-cache'])),
  ),
};

/**
 * Serves the built files. Browsers cache hashed assets for a year and posters for a day; for another week they show the cached
 * poster while they revalidate it.
 */
export async function staticFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/.*/**', '**/index.html*', '**/*.br', '**/*.gz', '**/*.map'],
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const [folder = ''] = relative(directory, path).split(sep);
      reply.header('cache-control', CACHE_CONTROL[folder.replace(COMPRESSED, '')] ?? AN_HOUR);
    },
  });
}
