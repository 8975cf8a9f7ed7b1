/** Presses what the document's own script has held back: the buttons pressed before the product ran, those still there, in order. */
export function pressHeldButtons(window: Window): void {
  const pressed: unknown = Reflect.get(window, 'heldButtons');
  if (!Array.isArray(pressed)) return;
  Reflect.deleteProperty(window, 'heldButtons');
  for (const button of pressed) if (button instanceof HTMLElement && button.isConnected) button.click();
}
