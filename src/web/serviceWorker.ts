import { setCacheNameDetails } from 'workbox-core';
import { enable } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { Strategy, type StrategyHandler } from 'workbox-strategies';
import { isGatewayError } from '#domain/failure.ts';
import { languageAt } from '#domain/languages.ts';
import { isDoor } from '#domain/doorPath.ts';
import { base, language } from '#messages/language.ts';

declare global {
  interface ImportMetaEnv {
    /** The files to precache, as JSON. The build fills it in. */
    readonly PRECACHED_FILES: string;
  }
}

/** The part of `ServiceWorkerGlobalScope` that this file uses; TypeScript's DOM library lacks it. */
declare const self: {
  addEventListener(type: 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { readonly url: string }[]>;
  };
};

// The inspector (`?inspect`) needs a response header that only the server sets.
const NEVER_CACHED = [
  /^\/(?:api|assets|posters|\.well-known|robots\.txt|sitemap\.xml)(?:[/?]|$)/,
  /[?&]inspect(?:[=&]|$)/,
];
const SHELL = `${base}/index.html`;
/** The caches of the first language keep the names that released workers gave them. */
const DOCUMENTS = base === '' ? 'documents' : `documents-${language}`;
const MAX_DOCUMENTS = 20;
const NETWORK_TIMEOUT_MS = 1000;
const ENTRY_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;
/** The modes by which a browser requests the page again on Reload. */
const RELOADS: ReadonlySet<RequestCache> = new Set(['no-cache', 'reload']);

// Workbox removes every old precache whose name contains the worker's scope. The default name contains this worker's scope, which
// begins with that of the first language, so the worker of the first language would remove this precache.
if (base !== '') setCacheNameDetails({ suffix: language });
// Without a directory index, `/` is not served from the precache: the server renders it like any other page. The precached index.html
// is only for a server that does not respond.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();

/**
 * Responds with the saved document of a public page at once and saves the fresh one for the next visit (decision 17). Without a saved
 * document, and on Reload, the server's document comes first. When the request fails, takes more than 1 s or is answered with a
 * gateway error, the saved document or the precached index.html replaces it. The index.html renders the page, also from saved tickets.
 * It replaces the server's own 503 page, too: that one shows only a Retry.
 */
class SavedFirst extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const isReload = RELOADS.has(request.cache);
    const saved = isReload ? undefined : await findSaved(request);
    const fresh = handler.fetch(request);
    void handler.waitUntil(fresh.then((response) => save(request, response.clone())).catch(() => undefined));
    return saved ?? Promise.race([fresh, rejectAfter(NETWORK_TIMEOUT_MS)]);
  }
}

/**
 * Whether this worker responds with the page at a URL. A worker's scope is a prefix, so it contains pages of other languages, and the door,
 * which has a worker of its own.
 */
function isOwnPage({ pathname, search }: URL): boolean {
  if (languageAt(pathname) !== language || isDoor(pathname)) return false;
  return !NEVER_CACHED.some((pattern) => pattern.test(pathname + search));
}

function rejectAfter(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The server took too long')), milliseconds);
  });
}

/** The saved document of a request, if it belongs to this build, is complete and has not expired. */
async function findSaved(request: Request): Promise<Response | undefined> {
  try {
    const documents = await caches.open(DOCUMENTS);
    const saved = await documents.match(request, { ignoreVary: true });
    return saved !== undefined && isUsable(saved, await saved.clone().text()) ? saved : undefined;
  } catch {
    // The browser refuses storage.
    return undefined;
  }
}

function isUsable({ headers }: Response, html: string): boolean {
  const script = ENTRY_SCRIPT.exec(html)?.[1] ?? '';
  const isOfThisBuild = getCacheKeyForURL(script) !== undefined;
  return Date.parse(headers.get('expires') ?? '') > Date.now() && html.trimEnd().endsWith('</html>') && isOfThisBuild;
}

/** Saves a document that may be shown again, and removes one whose page no longer exists. */
async function save(request: Request, response: Response): Promise<void> {
  const documents = await caches.open(DOCUMENTS);
  if (response.status === 404) await documents.delete(request, { ignoreVary: true });
  if (response.status !== 200 || !response.headers.has('expires')) return;
  await documents.put(request, response);
  // `keys` lists the documents in the order in which they were saved.
  const keys = await documents.keys();
  await Promise.all(keys.slice(0, -MAX_DOCUMENTS).map((key) => documents.delete(key)));
}

/** Saves the documents of the pages that are open when a worker takes over. The browser's HTTP cache has them, so nothing is sent. */
async function saveOpenPages(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(
    windows.map(async ({ url }) => {
      if (!isOwnPage(new URL(url))) return;
      const request = new Request(url, { headers: { accept: 'text/html' }, cache: 'force-cache' });
      await save(request, await fetch(request)).catch(() => undefined);
    }),
  );
}

self.addEventListener('activate', (event) => event.waitUntil(saveOpenPages()));
// Navigation preload: the browser requests a document while the worker starts.
enable();

const findOffline = async (request: Request) => (await findSaved(request)) ?? matchPrecache(SHELL);
const savedFirst = new SavedFirst({
  plugins: [
    {
      handlerDidError: ({ request }) => findOffline(request),
      // Workbox returns a preloaded response without calling `fetchDidSucceed`.
      handlerWillRespond: async ({ request, response }) =>
        isGatewayError(response.status) ? ((await findOffline(request)) ?? response) : response,
    },
  ],
});
registerRoute(({ request, url }) => request.mode === 'navigate' && isOwnPage(url), savedFirst);
