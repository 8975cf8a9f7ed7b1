import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Browser features that the product does not use. The header forbids them to every script in its pages. */
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

/** Adds the headers by which browsers run no foreign scripts, send nothing to other sites and allow no framing (reliability 27). */
export function securityHeaders(
  app: FastifyInstance,
  {
    scriptSources,
    styleSources,
    behindTls,
    hstsSubdomains = false,
  }: {
    readonly scriptSources: readonly string[];
    readonly styleSources: readonly string[];
    readonly behindTls: boolean;
    readonly hstsSubdomains?: boolean | undefined;
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
          // React writes style attributes for the positions of posters and of floating elements.
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
      // By default not for subdomains: they may be those of others who have no TLS.
      hsts: behindTls && { includeSubDomains: hstsSubdomains },
    }),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Helmet's headers, computed once, because they are the same for every response (decision 11). */
function headersOf(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return response.getHeaders();
}
