import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findMovie, listMovies } from '../store/movies.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** The films on show (section 7). */
export function movieRoutes(app: FastifyInstance, { db }: RouteDependencies): void {
  app.get('/movie', async (request, reply) => {
    const body = JSON.stringify(await listMovies(db));
    const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'no-cache');
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });

  app.get<{ Params: { title: string } }>('/movie/:title', (request) => findMovie(db, request.params));
}

function isKnown(header: string | undefined, tag: string): boolean {
  const tags = new Set((header ?? '').split(',').map((each) => each.trim().replace(/^W\//, '')));
  return tags.has(tag) || tags.has('*');
}
