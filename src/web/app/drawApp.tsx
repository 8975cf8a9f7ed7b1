import { startTransition, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { nextTask } from '../effects/nextTask.ts';
import { AppRoot } from './AppRoot.tsx';
import { prefetch } from './prefetch.ts';
import { pageAt } from './pages.ts';
import type { Runtime } from '../runtime/startApp.ts';

/** How long React keeps a placeholder on the screen once it is drawn, in milliseconds. */
const SHORTEST_PLACEHOLDER = 300;

/**
 * Draws the running product, with its page if the page's code comes before a placeholder would have gone again.
 * A transition lets the browser paint and answer meanwhile.
 */
export async function drawApp(root: Root, runtime: Runtime): Promise<void> {
  const { pathname } = runtime.dependencies.history.current();
  // A page whose code cannot be had says so itself.
  const content = pageAt(pathname)
    .loadContent()
    .catch(() => undefined);
  await Promise.race([content, nextTask(SHORTEST_PLACEHOLDER)]);
  startTransition(() =>
    root.render(
      <StrictMode>
        <AppRoot runtime={runtime} />
      </StrictMode>,
    ),
  );
  prefetch(window);
}
