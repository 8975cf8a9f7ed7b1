import axe from 'axe-core/axe.min.js?raw';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const foundSchema = v.array(v.string());

/** Runs axe on a page against WCAG 2.2 AA and its own best practices. */
export async function violations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  // Omits the passed rules, because describing them takes axe longer than checking them.
  // Copies no stylesheets of shadow roots, which the Content-Security-Policy forbids; only rules that are off by default read them.
  const options = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], preload: false };
  const found = await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
  return v.parse(foundSchema, found);
}

/** Runs axe in the current theme, then in the other one, which the page keeps. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
  const found = await violations(page);
  return [...found.map((each) => `${theme}: ${each}`), ...(await violationsInOtherTheme(page))];
}

/** Changes the theme, which the page keeps, and runs axe. */
export async function violationsInOtherTheme(page: Page): Promise<string[]> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
  const other = await changeTheme(page);
  if (other === theme) return [`the theme does not change from ${theme}`];
  return (await violations(page)).map((each) => `${other}: ${each}`);
}

/** Changes the theme as another tab would; gives the new theme. */
export function changeTheme(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement;
    const key = 'nobar-now.theme';
    localStorage.setItem(key, dataset['theme'] === 'dark' ? 'light' : 'dark');
    dispatchEvent(new StorageEvent('storage', { key }));
    return dataset['theme'];
  });
}
