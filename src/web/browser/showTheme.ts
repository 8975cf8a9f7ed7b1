import type { Theme } from '#machines/themeMachine.ts';

const THEME_COLOUR: Record<Theme, string> = { dark: '#000000', light: '#f2f1ee' };

/** Shows a theme in the page, and its background in the browser's own bars. */
export function showTheme(document: Document, theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOUR[theme]);
}
