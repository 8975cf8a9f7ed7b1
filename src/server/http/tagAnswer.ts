import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets an answer be kept, and asked for again by its ETag. Returns whether this is the one that the client has kept. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply.header('etag', tag).header('cache-control', 'no-cache');
  return isKnown(request.headers['if-none-match'], tag);
}

function isKnown(header: string | undefined, tag: string): boolean {
  const tags = new Set((header ?? '').split(',').map((each) => each.trim().replace(/^W\//, '')));
  return tags.has(tag) || tags.has('*');
}
