/** Moves the focus to the page's content when the focused element is removed from the document. Returns a function that stops it. */
export function retainFocus(window: Window): () => void {
  const { document } = window;
  let holder: Node | undefined;

  const hold = ({ target }: FocusEvent) => {
    holder = target instanceof Node ? target : undefined;
  };
  // Waits a frame: a closing dialog, for example, first returns the focus to a better element.
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

/** Moves the focus to the page's content without scrolling. */
export function focusContent(document: Document): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
