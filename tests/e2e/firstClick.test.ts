import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { holdRoute } from './holdRoute.ts';
import { testInMotion as test } from './inChromium.ts';
import { userMenu } from './userMenu.ts';

const MENU_CODE = /\/assets\/UserMenu-[^/]*\.js$/;

/** Holds back the code of the user menu; the returned function releases it and waits until it is loaded. */
async function holdMenuCode(page: Page): Promise<() => Promise<void>> {
  const release = await holdRoute(page, MENU_CODE);
  return async () => {
    const came = page.waitForResponse(MENU_CODE).then((response) => response.finished());
    release();
    await came;
  };
}

const focusedBalance = (page: Page) => page.getByRole('menuitem', { name: /^Balance/ }).and(page.locator(':focus'));
const isNameFocused = (page: Page) => page.evaluate(() => document.activeElement?.textContent === 'Siti Rahayu');

describe.concurrent('the user menu', () => {
  test('opens once its code is loaded if the user has clicked before', async ({ expect, visitAsMember }) => {
    const { member, page } = await visitAsMember();
    const letCodeCome = await holdMenuCode(page);
    const name = page.getByRole('banner').getByRole('button', { name: member.displayName });
    await page.goto('/');
    await name.click();
    const before = await name.boundingBox();
    expect(await name.getAttribute('aria-haspopup')).toBe('menu');
    expect(await name.getAttribute('aria-expanded')).toBe('true');
    await letCodeCome();
    await page.getByRole('menu', { name: member.displayName }).waitFor();
    expect(await name.boundingBox()).toEqual(before);

    await page.keyboard.press('ArrowDown');
    await focusedBalance(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => isNameFocused(page)).toBe(true);
  });

  test('stays closed after a second press before its code is loaded, and the focus stays on its button', async ({
    expect,
    visitAsMember,
  }) => {
    const { member, page } = await visitAsMember();
    const letCodeCome = await holdMenuCode(page);
    await page.goto('/');
    await userMenu(page, member).press('Enter');
    await page.keyboard.press('Enter');
    await userMenu(page, member).waitFor();
    await letCodeCome();
    expect(await page.getByRole('menu').allTextContents()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isNameFocused(page)).toBe(true);

    for (const key of ['Enter', 'Space', 'ArrowDown']) {
      await page.keyboard.press(key);
      await focusedBalance(page).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => isNameFocused(page)).toBe(true);
    }
  });
});
