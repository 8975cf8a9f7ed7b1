import { base, language } from '#messages/language.ts';
import { whenIdle } from './whenIdle.ts';

/** `serviceWorkerPath(language)`, as a constant that the bundler inlines. */
const SCRIPT = base === '' ? '/service-worker.js' : `/service-worker-${language}.js`;

/**
 * Registers the language's service worker when the browser is idle. It caches the built pages, so the next visit needs no network for
 * them.
 */
export function registerServiceWorker(window: Window): void {
  const register = async () => {
    try {
      await window.navigator.serviceWorker?.register(SCRIPT, base === '' ? undefined : { scope: base });
    } catch {
      // The browser may refuse; the pages then load from the network.
    }
  };
  whenIdle(window, () => void register());
}
