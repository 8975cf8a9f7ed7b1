import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SeatChanges } from '../db/seatChanges.ts';
import { Refusal } from '../errors/refusal.ts';
import { createMomentaryCache } from './momentaryCache.ts';
import type { DrawDocument } from './drawing.ts';
import { fetchInProcess } from './fetchInProcess.ts';
import type { PageDocument } from './pageDocument.ts';

const FILES_OR_API = /^\/(?:api|assets|posters)(?:[/?]|$)/;
const ACCEPTS_HTML = /text\/(?:html|\*)/;
/** The document without a page, which browsers keep for when the cinema is out of reach. */
const SHELL = '/index.html';
const MOST_DOCUMENTS = 300;
const KEPT_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 300;
const MOST_DRAWN_AT_ONCE = 8;
/** What a page is drawn by; whatever else an address asks, it asks of the browser. */
const ASKED = ['date', 'time', 'search'];
const QUICK_BROTLI = 3;

type Encoding = 'br' | 'gzip';

/** How a caller names an encoding that it takes. */
const ACCEPTS_ENCODING: ReadonlyMap<Encoding, RegExp> = new Map([
  ['br', /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/],
  ['gzip', /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/],
]);

/** A document as it is sent: its status, its text, and its compressed forms, made when they are first asked for. */
interface SentDocument {
  readonly status: number;
  readonly html: string;
  readonly etag: string;
  readonly packed: Map<Encoding, Buffer>;
}

interface PageOptions {
  readonly document: PageDocument;
  /** Without it every page is drawn by the browser. */
  readonly draw: DrawDocument | undefined;
  readonly seatChanges: SeatChanges;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  readonly zone: string;
}

/** Answers a path that is neither call nor file: with its page when one is asked for, drawn if it can be, else `not_found`. */
export function answerWithPage(app: FastifyInstance, { document, draw, seatChanges, now, zone }: PageOptions) {
  const pages = createMomentaryCache<SentDocument>(MOST_DOCUMENTS / 2, KEPT_MILLISECONDS);
  const halls = createMomentaryCache<SentDocument>(MOST_DOCUMENTS / 2, KEPT_MILLISECONDS);
  app.addHook('onClose', seatChanges.subscribe(halls.clear));
  const plain = sent(200, document.plain);
  let drawing = 0;

  const find = async (request: FastifyRequest): Promise<SentDocument> => {
    const url = addressOf(request);
    if (draw === undefined || url === undefined || url.pathname === SHELL) return plain;
    const drawn = url.searchParams.has('time') ? halls : pages;
    // Drawing is work: a flood of addresses gets what costs nothing.
    if (drawing >= MOST_DRAWN_AT_ONCE && !drawn.has(url.href)) return plain;
    const fetch = fetchInProcess(request.server);
    try {
      return await drawn.get(url.href, async () => {
        drawing += 1;
        try {
          const page = await draw({ url, fetch, now: now(), zone }, PATIENCE_MILLISECONDS);
          return sent(page.status, document.around(page));
        } finally {
          drawing -= 1;
        }
      });
    } catch (error) {
      request.log.error({ err: error, path: url.pathname }, 'the page could not be drawn, so the browser draws it');
      return plain;
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!asksForPage(request)) throw new Refusal('not_found');
    const { status, html, etag, packed } = await find(request);
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
    // The inspector may open a window that is not the product's and must be able to speak to it.
    if (asksForInspector(request)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.code(status).type('text/html; charset=utf-8');
    const encoding = encodingFor(request);
    if (encoding === undefined) return reply.send(html);
    const body = packed.get(encoding) ?? pack(encoding, html);
    packed.set(encoding, body);
    return reply.header('content-encoding', encoding).send(body);
  };
}

/** The address of the page asked for, with what it is drawn by alone, so that no more documents are kept than there are. */
function addressOf(request: FastifyRequest): URL | undefined {
  const url = URL.parse(`${request.protocol}://${request.host}${request.url}`) ?? undefined;
  if (url === undefined) return undefined;
  const asked = ASKED.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  url.search = new URLSearchParams(asked).toString();
  return url;
}

function sent(status: number, html: string): SentDocument {
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`;
  return { status, html, etag, packed: new Map() };
}

/** At once: it is less work than handing it to another thread (decision 0053). */
function pack(encoding: Encoding, html: string): Buffer {
  if (encoding === 'gzip') return gzipSync(html);
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } });
}

function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding'] ?? '';
  return [...ACCEPTS_ENCODING].find(([, pattern]) => pattern.test(accepted))?.[0];
}

function asksForPage({ url, headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*';
  return !FILES_OR_API.test(url) && (ACCEPTS_HTML.test(accept) || accept === '*/*');
}

function asksForInspector({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?').slice(1).join('?')).has('inspect');
}
