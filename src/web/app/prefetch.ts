import { moviePath } from '#domain/paths.ts';
import { pageAt } from './pages.ts';
import { watchHover } from './watchHover.ts';
import { whenIdle } from './whenIdle.ts';

/** Fetches the code of a page as soon as the visitor seems about to go there; that of a film's page once there is nothing else to do. */
export function prefetch(window: Window): void {
  watchHover(window, (pathname) => {
    const { load, prepare } = pageAt(pathname);
    ignoreFailure(load());
    if (prepare !== undefined) ignoreFailure(prepare());
  });
  whenIdle(window, () => ignoreFailure(pageAt(moviePath('any')).fetch()));
}

/** Failed code is fetched again, and its failure shown, when the page is opened. */
function ignoreFailure(fetching: Promise<unknown>): void {
  fetching.catch(() => undefined);
}
