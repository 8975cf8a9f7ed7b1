/** Marks an element of the product's that is rendered beside #root. */
export const ownBackdrop = { 'data-backdrop': '' };

/**
 * For Radix, which closes dialogs and menus on a press or focus anywhere outside of them: an element that an extension adds to the
 * document closes nothing.
 */
export function ignoreForeign(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const isOwn = target.closest('#root, [data-backdrop]') !== null;
  // A press beside #root has its parents as target.
  const isPage = target.matches('html, body');
  if (!isOwn && !isPage) event.preventDefault();
}
