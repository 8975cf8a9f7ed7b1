import { createStoredText } from '../browser/browserStorage.ts';
import { showTheme } from '../browser/showTheme.ts';

/** Changes the theme of this phone, which all pages share. */
export function changeTheme(window: Window): void {
  const { document } = window;
  const theme = document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light';
  createStoredText(window, 'localStorage', 'nobar-now.theme').write(theme);
  showTheme(document, theme);
}
