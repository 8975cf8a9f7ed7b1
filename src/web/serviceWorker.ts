import { enable } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { isGatewayError } from '#domain/failure.ts';

declare global {
  interface ImportMetaEnv {
    /** The files to precache, as JSON. The build fills it in. */
    readonly PRECACHED_FILES: string;
  }
}

// The inspector (`?inspect`) needs a response header that only the server sets.
const NEVER_CACHED = [/^\/(?:api|assets|posters|\.well-known|robots\.txt)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

// Without a directory index, `/` is not served from the cache: the server renders it like any other page. The cached index.html
// is only for a server that does not respond.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();

// Navigation preload: the browser requests a document while the worker starts. When the request fails, takes more than 1 s or
// responds with a gateway error, the worker responds with the cached index.html, which renders the page, also from saved tickets.
// The server's own 503 page is replaced, too: it shows only a Retry, which the cached page renders as well.
enable();
const findShell = () => matchPrecache('/index.html');
const requestFirst = new NetworkOnly({
  networkTimeoutSeconds: 1,
  plugins: [
    {
      handlerDidError: findShell,
      // Workbox returns a preloaded response without calling `fetchDidSucceed`.
      handlerWillRespond: async ({ response }) =>
        isGatewayError(response.status) ? ((await findShell()) ?? response) : response,
    },
  ],
});
registerRoute(new NavigationRoute(requestFirst, { denylist: NEVER_CACHED }));
