/** Ends the work of the script in index.html: stops its reports of failures, uncovers the page, presses the buttons that it held. */
export function takeOverDocument(window: Window): void {
  window.dispatchEvent(new Event('product.started'));
  // The product's own overlay is rendered by the next frame.
  window.requestAnimationFrame(() => delete window.document.documentElement.dataset['covered']);
  const pressed: unknown = Reflect.get(window, 'heldButtons');
  if (!Array.isArray(pressed)) return;
  Reflect.deleteProperty(window, 'heldButtons');
  for (const button of pressed) if (button instanceof HTMLElement && button.isConnected) button.click();
}
