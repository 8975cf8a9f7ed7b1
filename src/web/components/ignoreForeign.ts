/** Marks an element that the product renders outside of #root. */
export const ownBackdrop = { 'data-backdrop': '' };

/**
 * Keeps a dialog or menu open when the visitor presses or focuses an element that a browser extension added. Radix would close it on
 * any press or focus outside.
 */
export function ignoreForeign(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const isOwn = target.closest('#root, [data-backdrop]') !== null;
  // The target of a press outside of #root's content is <html> or <body>.
  const isPage = target.matches('html, body');
  if (!isOwn && !isPage) event.preventDefault();
}
