import type { IncomingMessage } from 'node:http';

const WHOLE_URL = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * The path and query of a request, which may name the whole URL, as requests to proxies do. Its host then replaces the Host header
 * (RFC 9112, 3.2.2).
 */
export function requestTarget({ url = '/', headers }: IncomingMessage): string {
  const [, host, target = ''] = WHOLE_URL.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return target.startsWith('/') ? target : `/${target}`;
}
