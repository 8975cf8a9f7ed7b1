import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The strong ETag of a body, computed by hashing it. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Whether `If-None-Match` matches a tag: alone, in a list, as a weak tag, or by `*`. @fastify/etag supports neither lists nor `*`. */
export function isKnownTag(headers: IncomingHttpHeaders, tag: string): boolean {
  const tags = new Set((headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, '')));
  return tags.has(tag) || tags.has('*');
}
