import { enable } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { isGatewayError } from '#domain/failure.ts';

declare global {
  interface ImportMetaEnv {
    /** The files to be precached, as JSON, filled in by the build. */
    readonly PRECACHED_FILES: string;
  }
}

// The inspector depends on a header that only the server sets.
const NEVER_CACHED = [/^\/(?:api|assets|posters|\.well-known|robots\.txt)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

// The document of `/` is the cinema's to render, as that of any page: the saved index.html is for when it is out of reach.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();

// The browser requests a document while the worker starts. Without a response, after 1 s, or after a gateway error the cached shell
// replaces it and renders the page, from saved tickets too. That covers the server's own 503: its page has a Retry that the shell renders as well.
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
