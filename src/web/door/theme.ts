import { createStoredText } from '../browser/browserStorage.ts';
import { darkValues, lightValues } from '../styles/themeValues.ts';

/** Shows the theme that all pages share, also when another tab changes it. Returns a function that changes it. */
export function followTheme(window: Window): () => void {
  const { document } = window;
  const stored = createStoredText(window, 'localStorage', 'nobar-now.theme');
  const isLight = () => stored.read() === 'light';
  const show = () => {
    document.documentElement.dataset['theme'] = isLight() ? 'light' : 'dark';
    const { background } = isLight() ? lightValues : darkValues;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background);
  };
  stored.subscribe(show);
  return () => {
    stored.write(isLight() ? 'dark' : 'light');
    show();
  };
}
