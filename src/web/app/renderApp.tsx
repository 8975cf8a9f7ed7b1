import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { startApp, type App } from '../runtime/openApp.ts';
import { BrowserRoot } from './BrowserRoot.tsx';
import { loadPage, locationAt } from './pages.ts';

/** How long an empty document waits for the code of its page before it shows a placeholder, in milliseconds. */
const PLACEHOLDER_DELAY = 300;

/** Hydrates the document that the server rendered, or renders into an empty one. A transition lets the browser paint and respond meanwhile. */
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
    const location = locationAt(window.location);
    app.send({ type: 'location.changed', location, isReturn: true });
    startApp(app);
    const delay = new Promise((resolve) => setTimeout(resolve, PLACEHOLDER_DELAY));
    await Promise.race([Promise.resolve(loadPage(location)).catch(() => undefined), delay]);
    root = createRoot(element);
    startTransition(() => root?.render(view));
  }
  // Prefetching is optional: without this script, a page's code loads when the page opens.
  void import('./prefetch.ts').then(({ prefetch }) => prefetch(window)).catch(() => undefined);
  return root;
}
