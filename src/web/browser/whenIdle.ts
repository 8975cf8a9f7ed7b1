/** Milliseconds after the `load` event. */
const PAUSE = 1000;

/** Runs optional work once, a second after the document has loaded, when the browser is idle. */
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
