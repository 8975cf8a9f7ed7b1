import { watchIntent } from '../effects/watchIntent.ts';
import { pageAt } from './pages.ts';

/** Fetches the code of a page as soon as the visitor seems about to go there. */
export function prefetch(window: Window): void {
  watchIntent(window, (pathname) => {
    // What could not be fetched now is fetched again, and its failure shown, when the page is opened.
    pageAt(pathname)
      .load()
      .catch(() => undefined);
  });
}
