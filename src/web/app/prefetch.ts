import { moviePath } from '#domain/paths.ts';
import { pageAt } from './pages.ts';
import { watchHover } from './watchHover.ts';
import { whenIdle } from './whenIdle.ts';

/** Loads a page's code when the visitor seems about to open it, and fetches the film page's code when the browser is idle. */
export function prefetch(window: Window): void {
  watchHover(window, (pathname) => {
    const { load, prepare } = pageAt(pathname);
    ignoreFailure(load());
    if (prepare !== undefined) ignoreFailure(prepare());
  });
  whenIdle(window, () => ignoreFailure(pageAt(moviePath('any')).fetch()));
}

/** When the page opens, its code is fetched again and a failure is shown. */
function ignoreFailure(fetching: Promise<unknown>): void {
  fetching.catch(() => undefined);
}
