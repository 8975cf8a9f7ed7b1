import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../store/idempotency.ts';
import { entityTag, isKnownTag } from '../entityTags.ts';

/** Sends a response. A stored response that is repeated has the header `idempotency-replayed`. */
export function sendAnswer(reply: FastifyReply, { status, body, replayed }: Answer): FastifyReply {
  if (replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Sets the headers by which clients cache a response and revalidate it by its ETag. Returns whether the client's copy is current. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const tag = entityTag(body);
  // A response with a body gets `vary` when it is compressed, a 304 only here.
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  return isKnownTag(request.headers, tag);
}
