import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What the product never asks a browser for, and no script in it may. */
const NEVER_USED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Adds the headers that keep a browser from running, framing or sending anything that is not the product's own (reliability 27). */
export async function securityHeaders(
  app: FastifyInstance,
  {
    scriptSources,
    styleSources,
    behindTls,
  }: {
    readonly scriptSources: readonly string[];
    readonly styleSources: readonly string[];
    readonly behindTls: boolean;
  },
): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptSources],
        styleSrc: ["'self'", ...styleSources],
        // What React draws as an attribute: places of posters and of what floats.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    frameguard: { action: 'deny' },
    ...(behindTls ? {} : { hsts: false }),
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', NEVER_USED);
  });
}
