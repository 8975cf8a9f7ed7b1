import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The ETag of a body: it is another as soon as a letter is. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Whether `If-None-Match` names a tag: in a list, as a weak one, or as any. @fastify/etag knows no lists, and no `*`. */
export function isKnownTag(headers: IncomingHttpHeaders, tag: string): boolean {
  const tags = new Set((headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, '')));
  return tags.has(tag) || tags.has('*');
}
