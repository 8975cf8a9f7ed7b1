import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRoot } from './BrowserRoot.tsx';
import { locationAt, pageAt } from './pages.ts';
import type { Runtime } from '../runtime/openApp.ts';

/** How long an empty document waits for the code of its page before it shows a placeholder, in milliseconds. */
const TIMEOUT_MILLISECONDS = 300;

/** Draws the product into an empty document, or takes over the one that the server drew; a transition lets the browser paint and answer meanwhile. */
export async function renderApp(element: Element, runtime: Runtime, isRendered: boolean): Promise<void> {
  const { location } = window;
  const content = pageAt(location.pathname)
    .load()
    .then(
      () => true,
      () => false,
    );
  const view = (
    <StrictMode>
      <BrowserRoot runtime={runtime} />
    </StrictMode>
  );
  // A page whose code cannot be had says so itself, and is no longer what the server rendered.
  if (isRendered && (await content)) {
    startTransition(() => {
      hydrateRoot(element, view);
    });
  } else {
    runtime.app.send({ type: 'location.changed', location: locationAt(location), isReturn: true });
    runtime.start();
    await Promise.race([content, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MILLISECONDS))]);
    startTransition(() => createRoot(element).render(view));
  }
  // Without it, code is fetched when a page is opened.
  void import('./prefetch.ts').then(({ prefetch }) => prefetch(window)).catch(() => undefined);
}
