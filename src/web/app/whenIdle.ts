/** Milliseconds after the document is there. */
const PAUSE = 1000;

/** Does what can wait, once a visit has begun and nothing else keeps the browser busy. */
export function whenIdle(window: Window, work: () => void): void {
  const wait = () => {
    window.setTimeout(() => {
      if ('requestIdleCallback' in window) window.requestIdleCallback(work);
      else work();
    }, PAUSE);
  };
  if (window.document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
