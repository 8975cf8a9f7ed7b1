import { whenIdle } from './whenIdle.ts';

const SCRIPT = '/service-worker.js';

/** Registers the service worker when the browser is idle. It caches the built pages, so the next visit needs no network for them. */
export function registerServiceWorker(window: Window): void {
  const register = async () => {
    try {
      await window.navigator.serviceWorker?.register(SCRIPT);
    } catch {
      // The browser may refuse; the pages then load from the network.
    }
  };
  whenIdle(window, () => void register());
}
