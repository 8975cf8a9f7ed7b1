/** Leads the focus to the content when the element that held it goes away; returns how to stop. */
export function retainFocus(window: Window): () => void {
  const { document } = window;
  let holder: Node | undefined;

  const hold = ({ target }: FocusEvent) => {
    holder = target instanceof Node ? target : undefined;
  };
  // Code that knows a better element, such as a dialog that closes, has focused it by the next frame.
  const findLost = () => {
    if (holder?.isConnected === false) window.requestAnimationFrame(recover);
  };
  const recover = () => {
    if (holder?.isConnected === false && document.activeElement === document.body) focusContent(document);
  };

  const observer = new MutationObserver(findLost);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', hold);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', hold);
  };
}

/** Takes the focus to the content of the page. */
export function focusContent(document: Document): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
