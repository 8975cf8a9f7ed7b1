import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

type HandlerOptions = Parameters<ReturnType<typeof createHandlerBoundToURL>>[0];

declare global {
  interface ImportMetaEnv {
    /** The files to be precached, as JSON, filled in by the build. */
    readonly PRECACHED_FILES: string;
  }
}

const TIMEOUT_MILLISECONDS = 1000;
// The inspector depends on a header that only the server sets.
const NEVER_CACHED = [/^\/(?:api|assets|posters|\.well-known|robots\.txt)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

// The document of `/` is the cinema's to render, as that of any page: the saved index.html is for when it is out of reach.
precacheAndRoute(JSON.parse(import.meta.env.PRECACHED_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();
const cachedShell = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(requestFirst, { denylist: NEVER_CACHED }));

/** The document as the cinema draws it; when the cinema is out of reach or slow, the kept shell, which the browser draws into. */
async function requestFirst(options: HandlerOptions): Promise<Response> {
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLISECONDS));
  const cached = () => cachedShell(options);
  return Promise.race([fetch(options.request).catch(cached), late.then(cached)]);
}
