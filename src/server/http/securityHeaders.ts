import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Permissions that the product never asks a browser for, and no script in it may. */
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
export function securityHeaders(
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
): void {
  const headers = {
    'permissions-policy': NEVER_USED,
    ...headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...scriptSources],
          styleSrc: ["'self'", ...styleSources],
          // Style attributes written by React: positions of posters and of floating elements.
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
    }),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** The headers of helmet, computed once: they are the same for every answer (decision 11). */
function headersOf(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return response.getHeaders();
}
