import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare global {
  interface ImportMetaEnv {
    /** What the build tells this worker to keep, as JSON. */
    readonly KEPT_FILES: string;
  }
}

const DOCUMENT = '/index.html';
// What the inspector may open depends on a header that only the server sets.
const NEVER_KEPT = [/^\/(?:api|assets|posters)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

precacheAndRoute(JSON.parse(import.meta.env.KEPT_FILES));
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL(DOCUMENT), { denylist: NEVER_KEPT }));
