/** Long after what a visit begins with, where the browser cannot say that it is idle. */
const TIMEOUT = 3000;

/** Does what can wait, once the document is there and nothing else keeps the browser busy. */
export function whenIdle(window: Window, work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work);
    else setTimeout(work, TIMEOUT);
  };
  if (window.document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
