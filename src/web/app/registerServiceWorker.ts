const SCRIPT = '/service-worker.js';

/** Lets the browser keep the built pages once this one stands, so that the next visit needs no network for them. */
export function registerServiceWorker(window: Window): void {
  const register = async () => {
    try {
      await window.navigator.serviceWorker?.register(SCRIPT);
    } catch {
      // Where the browser refuses, the pages come over the network as before.
    }
  };
  const whenIdle = () => window.setTimeout(() => void register(), 1000);
  if (window.document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
