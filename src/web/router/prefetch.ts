import { languageAt, pathWithin, preferredLanguage } from '#domain/languages.ts';
import { moviePath } from '#domain/paths.ts';
import { language } from '#messages/language.ts';
import { offerLanguage, offerNoLanguage } from '../actors/offerLanguage.ts';
import type { App } from '../actors/openApp.ts';
import { pageAt } from './pages.ts';
import { switchLanguage } from './switchLanguage.ts';
import { registerServiceWorker } from '../browser/registerServiceWorker.ts';
import { whenIdle } from '../browser/whenIdle.ts';

/** Does what can wait until the page is rendered, for as long as the document lives. */
export function prefetch(window: Window, app: App): void {
  switchLanguage(window, (chosen) => offerNoLanguage(app, chosen));
  prefetchAndOffer(window, app);
  if (import.meta.env.PROD) registerServiceWorker(window);
}

/**
 * Loads a page's code when the visitor seems about to open it, fetches the film page's code when the browser is idle, and offers the
 * language that the browser prefers.
 */
export function prefetchAndOffer(window: Window, app: App): void {
  watchHover(window, (pathname) => {
    const { load, prepare } = pageAt(pathname);
    ignoreFailure(load());
    if (prepare !== undefined) ignoreFailure(prepare());
  });
  whenIdle(window, () => ignoreFailure(pageAt(moviePath('any')).fetch()));
  const preferred = preferredLanguage(window.navigator);
  if (preferred !== undefined && preferred !== language) whenIdle(window, () => offerLanguage(app, preferred));
}

/** When the page opens, its code is fetched again and a failure is shown. */
function ignoreFailure(fetching: Promise<unknown>): void {
  fetching.catch(() => undefined);
}

const SIGNS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Reports the path of each link to a page of this language that the visitor points at, touches or focuses. */
export function watchHover({ document, location }: Window, report: (pathname: string) => void): void {
  const notice = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin || link.pathname === location.pathname) return;
    if (languageAt(link.pathname) === language) report(pathWithin(link.pathname));
  };
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true });
}
