import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, isKnownTag } from '../entityTags.ts';

/** Sets the headers by which clients cache a response and revalidate it by its ETag. Returns whether the client's copy is current. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const tag = entityTag(body);
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return isKnownTag(request.headers, tag);
}
