import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { isDoor } from '#domain/doorPath.ts';

/** Browser features that the pages do not use. The header forbids them to every script in them. */
const NEVER_USED = [
  'accelerometer',
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

/** The Content-Security-Policy sources of the inline scripts and styles of a document. */
interface InlineSources {
  readonly scriptSources: readonly string[];
  readonly styleSources: readonly string[];
}

interface Transport {
  readonly behindTls: boolean;
  readonly hstsSubdomains?: boolean | undefined;
}

/**
 * Adds the headers by which browsers run no foreign scripts, send nothing to other sites and allow no framing (reliability 27). Only the
 * door may use the camera. Search engines do not list it.
 */
export function securityHeaders(
  app: FastifyInstance,
  { pages, door, ...transport }: Transport & { readonly pages: InlineSources; readonly door: InlineSources },
): void {
  const ofPages = { 'permissions-policy': `camera=(), ${NEVER_USED}`, ...headersFor(pages, transport) };
  const ofDoor = {
    'permissions-policy': `camera=(self), ${NEVER_USED}`,
    'x-robots-tag': 'noindex',
    ...headersFor(door, transport),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isDoor(request.url) ? ofDoor : ofPages);
    done();
  });
}

function headersFor(
  { scriptSources, styleSources }: InlineSources,
  { behindTls, hstsSubdomains = false }: Transport,
): Readonly<Record<string, number | string | string[] | undefined>> {
  return headersOf({
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
  });
}

/** Helmet's headers, computed once, because they are the same for every response (decision 11). */
function headersOf(options: HelmetOptions) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return response.getHeaders();
}
