import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Adds the headers that keep a browser from running, framing or sending anything that is not the product's own (reliability 27). */
export async function securityHeaders(
  app: FastifyInstance,
  { scriptSources, behindTls }: { readonly scriptSources: readonly string[]; readonly behindTls: boolean },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptSources],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    ...(behindTls ? {} : { hsts: false }),
  });
}
