/**
 * Hand scanners type a code as a keyboard does, whatever has the focus. The first character moves the focus to the field, which then
 * receives this character, too.
 */
export function focusByTyping(document: Document): void {
  document.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey, target }) => {
    const isCharacter = /^[\w-]$/.test(key) && !altKey && !ctrlKey && !metaKey;
    if (!isCharacter || target instanceof HTMLInputElement) return;
    document.querySelector<HTMLInputElement>('input[data-scanner]')?.focus();
  });
}
