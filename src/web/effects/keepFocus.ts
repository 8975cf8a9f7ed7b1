import type { BrowserHistory } from './browserHistory.ts';

/** Leads the focus to the content when another page is gone to, and when the element that held it goes away. */
export function keepFocus(window: Window, history: BrowserHistory): () => void {
  const { document } = window;
  let { pathname } = history.current();
  let holder: Node | undefined;

  const focusContent = () => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  const hold = ({ target }: FocusEvent) => {
    holder = target instanceof Node ? target : undefined;
  };
  // Whoever knows a better place, such as a dialog that closes, has taken the focus there by the next frame.
  const findLost = () => {
    if (holder?.isConnected === false) window.requestAnimationFrame(recover);
  };
  const recover = () => {
    if (holder?.isConnected === false && document.activeElement === document.body) focusContent();
  };

  const stopFollowing = history.subscribe(() => {
    const before = pathname;
    ({ pathname } = history.current());
    if (pathname !== before) focusContent();
  });
  const observer = new MutationObserver(findLost);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', hold);

  return () => {
    stopFollowing();
    observer.disconnect();
    document.removeEventListener('focusin', hold);
  };
}
