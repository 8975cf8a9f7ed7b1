import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

type Asked = Parameters<ReturnType<typeof createHandlerBoundToURL>>[0];

declare global {
  interface ImportMetaEnv {
    /** What the build tells this worker to keep, as JSON. */
    readonly KEPT_FILES: string;
  }
}

const PATIENCE = 1000;
// What the inspector may open depends on a header that only the server sets.
const NEVER_KEPT = [/^\/(?:api|assets|posters|\.well-known|robots\.txt)(?:[/?]|$)/, /[?&]inspect(?:[=&]|$)/];

// The document of `/` is the cinema's to render, as that of any page: the saved index.html is for when it is out of reach.
precacheAndRoute(JSON.parse(import.meta.env.KEPT_FILES), { directoryIndex: '' });
cleanupOutdatedCaches();
const keptShell = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(askFirst, { denylist: NEVER_KEPT }));

/** The document as the cinema draws it; when the cinema is out of reach or slow, the kept shell, which the browser draws into. */
async function askFirst(options: Asked): Promise<Response> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const kept = () => keptShell(options);
  return Promise.race([fetch(options.request).catch(kept), late.then(kept)]);
}
