import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBeside } from '#domain/invitation.ts';
import { PATHS } from '#domain/paths.ts';
import { isKnownTag } from '../entityTags.ts';
import { ApiError, refuseField } from '../errors/apiError.ts';
import type { SeatChanges } from '../seatChanges.ts';
import { createDocumentCache } from './documentCache.ts';
import type { RenderDocument } from './renderer.ts';
import { fetchInProcess } from './fetchInProcess.ts';
import { limitRendering, type RenderLimits } from './limitRendering.ts';
import { packDocument, type PackedDocument } from './packDocument.ts';
import type { PageDocument } from './pageDocument.ts';

/** Paths below which no page stands: an error there is for programs. */
const NO_PAGES = /^\/(?:api|assets|posters|\.well-known)(?:[/?]|$)/;
const ACCEPTS_HTML = /text\/(?:html|\*)/;
/** The document without a page, which browsers keep for when the cinema is out of reach. */
const SHELL = '/index.html';
const TIMEOUT_MILLISECONDS = 300;
/** The search parameters that a page is rendered by; the others are the browser's affair. */
const SEARCH_PARAMETERS = ['date', 'time', 'beside', 'search'];

interface PageOptions {
  readonly document: PageDocument;
  /** Without it every page is drawn by the browser. */
  readonly render: RenderDocument | undefined;
  readonly renderLimits?: Partial<RenderLimits> | undefined;
  readonly seatChanges: SeatChanges;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  readonly zone: string;
  /** The address that the product is known by; else each request's own counts. */
  readonly publicOrigin?: string | undefined;
}

/** Answers a path that is neither call nor file: with its page when one is asked for, drawn if it can be, else `not_found`. */
export async function answerWithPage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { document, render, seatChanges, now, zone, publicOrigin } = options;
  const plain = packDocument(200, document.plain);
  const mayRender = await limitRendering(app, options.renderLimits);
  const cache = createDocumentCache(async (url, request) => {
    if (render === undefined || !(await mayRender(request))) return undefined;
    const page = await render({ url, fetch: fetchInProcess(app), now: now(), zone }, TIMEOUT_MILLISECONDS);
    return packDocument(page.status, document.around(page));
  }, seatChanges);
  app.addHook('onClose', cache.close);

  /** The document for a request; who asks for more than may be rendered gets the one that the browser draws. */
  const find = async (request: FastifyRequest): Promise<PackedDocument> => {
    const url = addressOf(request, publicOrigin);
    if (render === undefined || url === undefined || url.pathname === SHELL) return plain;
    try {
      return (await cache.fetch(url, request)) ?? plain;
    } catch (error) {
      request.log.error({ err: error, page: routeOf(url) }, 'the page could not be drawn, so the browser draws it');
      return plain;
    }
  };

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw new ApiError('not_found');
    const { status, etag, bodyFor } = await find(request);
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
    // The inspector may open a window that is not the product's and must be able to speak to it.
    if (wantsInspector(request)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    if (isKnownTag(request.headers, etag)) return reply.code(304).send();
    reply.code(status).type('text/html; charset=utf-8');
    const { encoding, body } = bodyFor(request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.send(body);
  });
}

/** The route of a page. The log names no path as it was typed, which may hold a token or a password (reliability 25). */
function routeOf({ pathname }: URL): string {
  return Object.values(PATHS).find((route) => new URLPattern({ pathname: route }).test({ pathname })) ?? 'none';
}

/** The address of the page asked for, with what it is drawn by alone, so that no more documents are kept than there are. */
function addressOf(request: FastifyRequest, publicOrigin: string | undefined): URL | undefined {
  const host = URL.parse(`${request.protocol}://${request.host}`);
  if (request.host !== '' && (host === null || host.href !== `${host.origin}/`)) {
    throw refuseField('host', 'The Host cannot be read');
  }
  const origin = publicOrigin ?? host?.origin;
  const url = origin === undefined ? null : URL.parse(origin + request.url);
  if (url === null) return undefined;
  const parameters = SEARCH_PARAMETERS.flatMap((name) => {
    const value = url.searchParams.get(name);
    const isOdd = name === 'beside' && readBeside(value).length === 0;
    return value === null || isOdd ? [] : [[name, value]];
  });
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

/** Whether a request is for a page, as those of a browser's address bar are; such a request is answered with HTML, even by an error. */
export function wantsPage({ url, headers }: FastifyRequest): boolean {
  const { accept = '*/*' } = headers;
  return !NO_PAGES.test(url) && (ACCEPTS_HTML.test(accept) || accept === '*/*');
}

/**
 * The URL that is routed for a request. The router refuses a path that cannot be decoded, such as that of a link cut inside a
 * percent-encoding, before it looks for a route; with its percent signs escaped it leads to a page that is not found.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%') || NO_PAGES.test(url)) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

function wantsInspector({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?').slice(1).join('?')).has('inspect');
}
