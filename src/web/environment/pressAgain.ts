/** Presses again what the document's own script has noted: the buttons pressed before the product ran, those still there, in order. */
export function pressAgain(window: Window): void {
  const pressed: unknown = Reflect.get(window, 'pressedEarly');
  if (!Array.isArray(pressed)) return;
  for (const button of pressed.splice(0)) if (button instanceof HTMLElement && button.isConnected) button.click();
  Reflect.deleteProperty(window, 'pressedEarly');
}
