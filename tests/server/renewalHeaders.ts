import type { OutgoingHttpHeaders } from 'node:http';

/** The headers that a 304 must have if a 200 has them (RFC 9110, 15.4.5). A cache renews its copy by them. */
const RENEWING = ['cache-control', 'content-location', 'etag', 'expires', 'vary'] as const;

/** The headers of a response by which a cache keeps, finds and renews a copy. */
export function renewalHeaders(headers: OutgoingHttpHeaders): Readonly<Record<string, unknown>> {
  return Object.fromEntries(RENEWING.map((name) => [name, headers[name]]));
}
