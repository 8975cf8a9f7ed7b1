import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

type Asked = Parameters<ReturnType<typeof createHandlerBoundToURL>>[0];

declare global {
  interface ImportMetaEnv {
    /** What the build tells this worker to keep, as JSON. */
    readonly PRECACHED_FILES: string;
  }
}

const TIMEOUT_MILLISECONDS = 1000;
// What the inspector may open depends on a header that only the server sets.
const NEVER_CACHED = [/^\/(?:api|assets|posters|\.well-known|robots\.txt)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

// The document of `/` is the cinema's to render, as that of any page: the saved index.html is for when it is out of reach.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();
const cachedShell = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(requestFirst, { denylist: NEVER_CACHED }));

/** The document as the cinema draws it; when the cinema is out of reach or slow, the kept shell, which the browser draws into. */
async function requestFirst(options: Asked): Promise<Response> {
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLISECONDS));
  const kept = () => cachedShell(options);
  return Promise.race([fetch(options.request).catch(kept), late.then(kept)]);
}
