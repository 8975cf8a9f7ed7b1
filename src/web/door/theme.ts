import { createStoredText } from '../browser/browserStorage.ts';
import { showTheme } from '../browser/showTheme.ts';

/** Shows the theme that all pages share, also when another tab changes it. Returns a function that changes it. */
export function followTheme(window: Window): () => void {
  const stored = createStoredText(window, 'localStorage', 'nobar-now.theme');
  const isLight = () => stored.read() === 'light';
  const show = () => showTheme(window.document, isLight() ? 'light' : 'dark');
  stored.subscribe(show);
  return () => {
    stored.write(isLight() ? 'dark' : 'light');
    show();
  };
}
