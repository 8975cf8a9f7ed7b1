/**
 * Takes over from the inline script of index.html: stops its error reporting, removes its overlay, and clicks the buttons that were
 * pressed before the product ran.
 */
export function takeOverDocument(window: Window): void {
  window.dispatchEvent(new Event('product.started'));
  // The product's own overlay is rendered in the next frame.
  window.requestAnimationFrame(() => delete window.document.documentElement.dataset['covered']);
  const pressed: unknown = Reflect.get(window, 'heldButtons');
  if (!Array.isArray(pressed)) return;
  Reflect.deleteProperty(window, 'heldButtons');
  for (const button of pressed) if (button instanceof HTMLElement && button.isConnected) button.click();
}
