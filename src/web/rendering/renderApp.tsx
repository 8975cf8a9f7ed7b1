import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { startApp, type App } from '../actors/openApp.ts';
import { BrowserRoot } from './AppRoot.tsx';
import { loadPage, locationOf } from '../router/pages.ts';

/** Milliseconds that an empty document waits for its page's code before it shows a placeholder. */
const PLACEHOLDER_DELAY = 300;

/** Hydrates the server-rendered document, or renders into an empty one. In a transition, so that the browser stays responsive. */
export async function renderApp(element: Element, app: App, isResumed: boolean): Promise<Root | undefined> {
  let root: Root | undefined;
  const view = (
    <StrictMode>
      <BrowserRoot app={app} />
    </StrictMode>
  );
  if (isResumed) {
    startTransition(() => {
      root = hydrateRoot(element, view);
    });
  } else {
    const location = locationOf(window.location);
    app.send({ type: 'location.changed', location, isReturn: true });
    startApp(app);
    const delay = new Promise((resolve) => setTimeout(resolve, PLACEHOLDER_DELAY));
    await Promise.race([Promise.resolve(loadPage(location)).catch(() => undefined), delay]);
    root = createRoot(element);
    startTransition(() => root?.render(view));
  }
  // Prefetching is optional: without it, a page's code loads when the page opens.
  void import('../router/prefetch.ts').then(({ prefetch }) => prefetch(window, app)).catch(() => undefined);
  return root;
}
