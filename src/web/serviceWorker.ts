import { enable } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

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

// The cinema is asked for a document while the worker starts; out of reach or slow, it is the cached shell, which the browser renders into.
enable();
const requestFirst = new NetworkOnly({
  networkTimeoutSeconds: 1,
  plugins: [{ handlerDidError: () => matchPrecache('/index.html') }],
});
registerRoute(new NavigationRoute(requestFirst, { denylist: NEVER_CACHED }));
