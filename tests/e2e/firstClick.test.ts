import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { holdRoute } from './holdRoute.ts';
import { testInMotion as test } from './inChromium.ts';
import { userMenu } from './userMenu.ts';

const MENU_CODE = /\/assets\/UserMenu-[^/]*\.js$/;

/** Holds the code of the user menu back; gives what lets it come, and waits until it has. */
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

describe.concurrent('the display name works at the first click', () => {
  test('made before the code of its menu came, it opens the menu when that comes', async ({
    expect,
    visitAsMember,
  }) => {
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

  test('a second one before the code came closes it again, and the focus stays on the name', async ({
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

  test('a click on the name or beside the open menu closes it', async ({ visitAsMember }) => {
    const { member, page } = await visitAsMember();
    const menu = page.getByRole('menu');
    await page.goto('/');
    await userMenu(page, member).click();
    await menu.waitFor();
    await page.getByRole('button', { name: member.displayName, expanded: true }).click();
    await menu.waitFor({ state: 'detached' });
    await userMenu(page, member).click();
    await menu.waitFor();
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 5 } });
    await menu.waitFor({ state: 'detached' });
    await userMenu(page, member).waitFor();
  });
});
