import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, isKnownTag } from '../entityTags.ts';

/** Lets an answer be kept, and asked for again by its ETag. Returns whether this is the one that the client has kept. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const tag = entityTag(body);
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return isKnownTag(request.headers, tag);
}
