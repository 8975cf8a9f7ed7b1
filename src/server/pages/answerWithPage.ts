import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Movie } from '#contract/movie.ts';
import Negotiator from 'negotiator';
import { readBeside } from '#domain/invitation.ts';
import { readTogether } from '#domain/sharedSeats.ts';
import { basePath, forLanguages, languageAt, localPath, pathWithin, type Language } from '#domain/languages.ts';
import { moviePath, PATHS } from '#domain/paths.ts';
import { DOOR, isDoor } from '#domain/doorPath.ts';
import { findRewritten, restoreQuery } from '#domain/rewrittenLinks.ts';
import { requestOrigin } from '../addresses/requestOrigin.ts';
import { isKnownTag } from '../entityTags.ts';
import { ApiError } from '../errors.ts';
import type { SeatChanges } from '../seatChanges.ts';
import { createDocumentCache } from './documentCache.ts';
import type { RenderDocument } from './renderer.ts';
import { fetchInProcess } from './fetchInProcess.ts';
import { limitRendering, type RenderLimits } from './limitRendering.ts';
import { packDocument, type PackedDocument } from './packDocument.ts';
import { notFoundDocument } from './notFoundDocument.ts';
import type { InlineDocument, PageDocument } from './pageDocument.ts';

/** Paths that have no pages. Errors there are JSON, not HTML. */
const NO_PAGES = /^\/(?:api|assets|posters|\.well-known)(?:[/?]|$)/;
const MEDIA_TYPE = 'text/html; charset=utf-8';
/** The document without a rendered page, which the service worker caches for when the server is unreachable. */
const SHELL = '/index.html';
const TIMEOUT_MILLISECONDS = 300;
/** The search parameters that rendering on the server uses. Others matter only in the browser. */
const SEARCH_PARAMETERS = ['date', 'time', 'beside', 'together', 'search'];

interface PageOptions {
  readonly documents: Readonly<Record<Language, PageDocument>>;
  /** Undefined where no door was built. */
  readonly doors: Readonly<Record<Language, InlineDocument | undefined>>;
  /** Undefined lets the browser render every page. */
  readonly renderers: Readonly<Record<Language, RenderDocument | undefined>>;
  readonly renderLimits?: Partial<RenderLimits> | undefined;
  readonly seatChanges: SeatChanges;
  /** Whether a film on sale has this title. */
  readonly hasFilm: (title: string) => Promise<boolean>;
  /** The films on sale. */
  readonly listFilms: () => Promise<readonly Movie[]>;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  readonly zone: string;
  /** The public origin of the product; undefined takes the origin of each request. */
  readonly publicOrigin?: string | undefined;
}

/**
 * Serves the HTML document for every path that is neither an API call nor a file, rendered on the server in its language if
 * possible. Throws `not_found` when the request does not accept HTML.
 */
export async function answerWithPage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { documents, doors, renderers, seatChanges, hasFilm, listFilms, now, zone, publicOrigin } = options;
  const plain = await forLanguages(async (language) => packDocument(200, documents[language].plain));
  const notFound = await forLanguages(async (language) => packDocument(404, notFoundDocument(language)));
  const ofDoors = await forLanguages(async (language) => {
    const door = doors[language];
    return door && packDocument(200, door.plain);
  });
  const mayRender = await limitRendering(app, options.renderLimits);
  const cache = createDocumentCache(async (url, request) => {
    const language = languageAt(url.pathname);
    const render = renderers[language];
    if (render === undefined || !(await mayRender(request))) return undefined;
    const page = await render({ url, fetch: fetchInProcess(app), now: now(), zone }, TIMEOUT_MILLISECONDS);
    return packDocument(page.status, documents[language].around(page), page.expiresAt);
  }, seatChanges);
  app.addHook('onClose', cache.close);

  /** The document that is sent when none is rendered: the plain one, which the browser renders, or a 404 where there is no page. */
  const unrendered = async (url: URL): Promise<PackedDocument> => {
    const { route, title } = matchRoute(url);
    const isPage = route !== undefined && (title === undefined || (await hasFilm(title).catch(() => true)));
    return (isPage ? plain : notFound)[languageAt(url.pathname)];
  };

  const find = async (request: FastifyRequest): Promise<PackedDocument> => {
    const url = addressOf(request, publicOrigin);
    if (url === undefined) return plain[languageAt(request.url)];
    const language = languageAt(url.pathname);
    if (renderers[language] === undefined || pathWithin(url.pathname) === SHELL) return plain[language];
    try {
      return (await cache.fetch(url, request)) ?? (await unrendered(url));
    } catch (error) {
      request.log.error(
        // Not the path as it was typed, which may contain a token or a password (reliability 25).
        { err: error, page: matchRoute(url).route ?? 'none' },
        'could not render the page on the server, so the browser renders it',
      );
      return unrendered(url);
    }
  };

  /** The address that a link to a film meant before chat or mail programs rewrote it; undefined for every other address. */
  const meantBy = async ({ url }: FastifyRequest, status: number): Promise<string | undefined> => {
    const address = URL.parse(`http://localhost${url}`);
    const { title } = address === null ? {} : matchRoute(address);
    if (address === null || title === undefined) return undefined;
    const query = restoreQuery(address.search);
    const film = status === 404 ? findRewritten(await listFilms().catch(() => []), title)?.title : title;
    if (film === undefined || (film === title && query === undefined)) return undefined;
    const path = query === undefined ? moviePath(film) + address.search : moviePath(film, query);
    return localPath(languageAt(url), path);
  };

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) throw new ApiError('not_found');
    // One spelling of each address: the scope of a service worker and the keys of its saved documents are case-sensitive.
    const base = basePath(languageAt(request.url));
    if (!request.url.startsWith(base)) return reply.redirect(base + request.url.slice(base.length), 308);
    const door = isDoor(request.url) ? ofDoors[languageAt(request.url)] : undefined;
    const [path = '', ...query] = request.url.split('?');
    if (door !== undefined && path !== base + DOOR) return reply.redirect([base + DOOR, ...query].join('?'), 308);
    const { status, etag, expiresAt, bodyFor } = door ?? (await find(request));
    const meant = await meantBy(request, status);
    if (meant !== undefined) return reply.header('cache-control', 'no-cache').redirect(meant);
    reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding');
    // The service worker shows a saved document until then. Other caches obey `no-cache`.
    if (expiresAt !== undefined) reply.header('expires', new Date(expiresAt).toUTCString());
    // The inspector may open a window of another origin and must be able to send messages to it.
    if (wantsInspector(request)) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
    if (isKnownTag(request.headers, etag)) return reply.code(304).send();
    reply.code(status).type(MEDIA_TYPE);
    const { encoding, body } = bodyFor(request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.send(body);
  });
}

/** Patterns of all routes that match what the browser's router matches: case does not matter, nor a slash at the end. */
const ROUTES = Object.values(PATHS).map((route) => ({
  route,
  pattern: new URLPattern({ pathname: route === PATHS.home ? route : `${route}{/}?` }, { ignoreCase: true }),
}));

/** The route of a page, and the title in the path of a film's page. */
function matchRoute({ pathname }: URL): { readonly route?: string; readonly title?: string | undefined } {
  for (const { route, pattern } of ROUTES) {
    const match = pattern.exec({ pathname: pathWithin(pathname) });
    if (match === null) continue;
    const { movieTitle } = match.pathname.groups;
    return { route, title: movieTitle === undefined ? undefined : decodeURIComponent(movieTitle) };
  }
  return {};
}

/**
 * The URL of the requested page with only those search parameters that rendering uses, so that other parameters do not create
 * more documents in the cache. Undefined when the URL cannot be parsed. Throws `invalid_request` for a wrong Host header.
 */
function addressOf(request: FastifyRequest, publicOrigin: string | undefined): URL | undefined {
  const requested = requestOrigin(request);
  if (request.host !== '' && requested === undefined) throw new ApiError('invalid_request');
  const origin = publicOrigin ?? requested;
  const url = origin === undefined ? null : URL.parse(origin + request.url);
  if (url === null) return undefined;
  const parameters = SEARCH_PARAMETERS.flatMap((name) => {
    const value = url.searchParams.get(name);
    const isOdd =
      (name === 'beside' && readBeside(value).length === 0) ||
      (name === 'together' && readTogether(value) === undefined);
    return value === null || isOdd ? [] : [[name, value]];
  });
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

/** Whether a request is for a page, such as one from a browser's address bar. Its response is HTML, even for an error. */
export function wantsPage({ url, headers }: FastifyRequest): boolean {
  // An empty header counts as none, which accepts everything.
  const accept = headers.accept || '*/*';
  return !NO_PAGES.test(url) && new Negotiator({ headers: { accept } }).mediaType([MEDIA_TYPE]) !== undefined;
}

/**
 * The URL for Fastify's router, which refuses paths that cannot be decoded, such as a link that was cut off inside a
 * percent-encoding. This escapes the percent signs of such a path, so that the response is the 404 page.
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
