import type { FastifyInstance } from 'fastify';

const A_YEAR = 'max-age=31536000; includeSubDomains';

/** Adds the headers that keep a browser from running, framing or sending anything that is not the product's own (reliability 27). */
export function securityHeaders(
  app: FastifyInstance,
  { scriptSources, behindTls }: { readonly scriptSources: readonly string[]; readonly behindTls: boolean },
): void {
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ];
  const headers = {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(behindTls && { 'strict-transport-security': A_YEAR }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
