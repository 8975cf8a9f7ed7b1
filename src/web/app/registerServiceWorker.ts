import { whenIdle } from './whenIdle.ts';

const SCRIPT = '/service-worker.js';

/** Lets the browser cache the built pages once this one stands, so that the next visit needs no network for them. */
export function registerServiceWorker(window: Window): void {
  const register = async () => {
    try {
      await window.navigator.serviceWorker?.register(SCRIPT);
    } catch {
      // Where the browser refuses, the pages come over the network as before.
    }
  };
  whenIdle(window, () => void register());
}
