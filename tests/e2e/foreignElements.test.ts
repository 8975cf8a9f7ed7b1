import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { rounds } from '../rounds.ts';
import { test } from './inChromium.ts';
import { userMenu } from './userMenu.ts';

/** How browser extensions insert elements into a page. */
const WAYS = [
  { parent: 'body', pointerEvents: 'auto' },
  { parent: 'body', pointerEvents: '' },
  { parent: 'html', pointerEvents: '' },
] as const;

type Way = (typeof WAYS)[number];

/** Adds an element with a field in the lower right corner, as a password manager does. */
async function addForeignElement(page: Page, way: Way) {
  await page.evaluate(({ parent, pointerEvents }) => {
    const host = document.createElement('div');
    host.style.cssText = 'position: fixed; inset: auto 0 0 auto; z-index: 2147483647; padding: 20px; background: teal';
    host.style.pointerEvents = pointerEvents;
    host.append(Object.assign(document.createElement('input'), { ariaLabel: 'Search the vault' }));
    document.querySelector(parent)?.append(host);
  }, way);
  return page.getByLabel('Search the vault');
}

describe.concurrent('an element that a browser extension adds to the page', () => {
  test.for(rounds(WAYS.slice(-1), [...WAYS]))(
    'a click on it closes neither dialog nor drawer; Escape, the backdrop and the button do ($parent, $pointerEvents)',
    async (way, { expect, visit }) => {
      const { page } = await visit();
      await page.goto('/topup');
      const dialog = page.getByRole('dialog', { name: 'Sign In' });
      await dialog.getByLabel('User name').fill('siti.rahayu');
      const foreign = await addForeignElement(page, way);
      await foreign.click();
      await foreign.focus();
      expect(await dialog.getByLabel('User name').inputValue()).toBe('siti.rahayu');
      await page.mouse.click(5, 5);
      await dialog.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Menu' }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      await drawer.waitFor();
      await foreign.click();
      await foreign.focus();
      await drawer.getByRole('link', { name: 'Movies' }).waitFor();
      await page.mouse.click(1000, 300);
      await drawer.waitFor({ state: 'detached' });

      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.getByRole('button', { name: 'Close dialog' }).click(),
      ]) {
        await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
        await dialog.waitFor();
        await close();
        await dialog.waitFor({ state: 'detached' });
      }
    },
  );

  test.for(rounds(WAYS.slice(-1), [...WAYS]))(
    'a click on a foreign element does not close the user menu; a click on the page does ($parent, $pointerEvents)',
    async (way, { visitAsMember }) => {
      const { member, page } = await visitAsMember();
      await page.goto('/about');
      const foreign = await addForeignElement(page, way);
      await userMenu(page, member).click();
      await page.getByRole('menu').waitFor();
      await foreign.click();
      await foreign.press('a');
      await page.getByRole('menuitem', { name: 'LOG OUT' }).hover();
      await page.getByRole('heading', { level: 1 }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    },
  );
});
