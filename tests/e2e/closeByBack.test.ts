import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { holdRoute } from './holdRoute.ts';
import { test } from './inChromium.ts';
import { userMenu } from './userMenu.ts';

/** Records the page's watchers for the Back of Android. */
async function recordWatchers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = new Set<object>();
    const construct = (Watcher: NonNullable<Window['CloseWatcher']>) => {
      const watcher = new Watcher();
      open.add(watcher);
      watcher.addEventListener('close', () => open.delete(watcher));
      const destroy = watcher.destroy.bind(watcher);
      return Object.assign(watcher, {
        destroy: () => {
          open.delete(watcher);
          destroy();
        },
      });
    };
    if (window.CloseWatcher === undefined) throw new Error('This browser watches no Back');
    Object.assign(window, { CloseWatcher: new Proxy(window.CloseWatcher, { construct }), openWatchers: open });
  });
}

/** Sends what Android sends for Back to the last watcher; returns the number of watchers before. Without one, Android leaves the page. */
async function pressBack(page: Page): Promise<number> {
  return page.evaluate(() => {
    const open: unknown = Reflect.get(window, 'openWatchers');
    if (!(open instanceof Set)) throw new Error('The watchers are not recorded');
    const watchers = [...open];
    watchers.at(-1)?.requestClose();
    return watchers.length;
  });
}

describe('section 2, Screens: the Back of Android', () => {
  test('closes the drawer and the user menu, and leaves the page when nothing is open', async ({ visitAsMember }) => {
    const { page, member } = await visitAsMember();
    await recordWatchers(page);
    await page.goto('/about');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    for (const close of [() => pressBack(page), () => page.keyboard.press('Escape')]) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await drawer.waitFor();
      await close();
      await drawer.waitFor({ state: 'detached' });
    }
    await userMenu(page, member).click();
    await page.getByRole('menu').waitFor();
    expect(await pressBack(page)).toBe(1);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await pressBack(page)).toBe(0);
  });

  test('does not close a dialog that is submitting; later it closes the dialog below a toast', async ({
    visitAsMember,
  }) => {
    const { page, takeProblems } = await visitAsMember({ balance: 100_000 });
    await recordWatchers(page);
    await page.goto('/withdraw');
    await page.getByRole('radio', { name: '50k', exact: true }).press(' ');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    const release = await holdRoute(page, /\/user\/balance$/);
    await dialog.getByLabel('Password').fill('wrong horse battery');
    await page.keyboard.press('Enter');
    await dialog.locator('[aria-busy]').waitFor();
    for (const count of [1, 1]) expect(await pressBack(page)).toBe(count);
    await dialog.locator('[aria-busy]').waitFor();
    release();
    const refusal = page.getByRole('button', { name: 'Dismiss' });
    await refusal.waitFor();
    expect(await pressBack(page)).toBe(1);
    await dialog.waitFor({ state: 'detached' });
    expect(await refusal.count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/withdraw');
    expect(takeProblems()).toEqual(['403 PUT user/balance']);
  });
});
