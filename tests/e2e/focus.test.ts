import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { buySeats } from './callApi.ts';
import { testInMotion as test } from './inChromium.ts';
import { openFromCachedShell } from './openFromCachedShell.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

const CONTENT = 'MAIN';

/** The name of the focused element; its tag for MAIN, and for BODY, which means that nothing is focused. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null) return 'nothing';
    if (element.tagName === 'MAIN' || element.tagName === 'BODY') return element.tagName;
    return element.getAttribute('aria-label') ?? element.textContent;
  });
}

/** The screen reader announcement after a navigation. */
function announced(page: Page): Promise<string> {
  return page.getByRole('status').filter({ hasText: '· Nobar Now' }).innerText();
}

describe('WCAG 2.4: focus', () => {
  test('the first tab stop of a page skips to its content', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(CONTENT);
    await page.keyboard.press('Tab');
    expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test('navigation by link, drawer, menu or Back moves the focus to the content and announces the title', async ({
    visitAsMember,
  }) => {
    const { member, page } = await visitAsMember();
    await page.goto('/');
    // Before the product runs, a link loads a new document.
    await userMenu(page, member).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }).press('Enter');
    await expect.poll(() => announced(page)).toBe('Movies · Nobar Now');
    await expect.poll(() => focused(page)).toBe(CONTENT);

    await page.getByRole('link', { name: 'Metropolis 1927' }).press('Enter');
    await expect.poll(() => announced(page)).toBe('Metropolis · Nobar Now');
    await expect.poll(() => focused(page)).toBe(CONTENT);

    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Top Up' }).press('Enter');
    await expect.poll(() => announced(page)).toBe('Top Up · Nobar Now');
    await expect.poll(() => focused(page)).toBe(CONTENT);

    await userMenu(page, member).press('Enter');
    await page.getByRole('menuitem', { name: 'Withdraw' }).press('Enter');
    await expect.poll(() => announced(page)).toBe('Withdraw · Nobar Now');
    await expect.poll(() => focused(page)).toBe(CONTENT);

    await page.goBack();
    await expect.poll(() => announced(page)).toBe('Top Up · Nobar Now');
    await expect.poll(() => focused(page)).toBe(CONTENT);
  });

  test('the focus stays in the content after closing the guard’s dialog, signing in and signing out', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page } = await visit();
    const dialog = page.getByRole('dialog');
    await page.goto('/topup');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(CONTENT);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).press('Enter');
    await dialog.getByLabel('User name').fill(member.username);
    await dialog.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: '50k', exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe(CONTENT);
    // A toast that appears while a dialog is open consumes the first Escape.
    await toast(page, messages.signInSuccess).waitFor();
    await userMenu(page, member).press('Enter');
    await page.getByRole('menuitem', { name: 'LOG OUT' }).press('Enter');
    await page.waitForURL('/');
    await expect.poll(() => focused(page)).toBe(CONTENT);
  });

  test('submitting a form with an invalid field focuses that field', async ({ product, visit }) => {
    const member = await signUpMember(product.url, { balance: 50_000 });
    const { page } = await visit();
    const dialog = page.getByRole('dialog');
    await page.goto('/movies');
    await page.getByRole('button', { name: 'Sign In' }).press('Enter');
    await dialog.getByLabel('User name').fill(member.username);
    await dialog.getByLabel('Password').fill('short');
    await page.keyboard.press('Enter');
    await dialog.getByText('Minimum 8 characters for password').waitFor();
    await dialog.getByRole('button', { name: 'Sign In' }).press('Enter');
    const password = dialog.getByLabel('Password');
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('the focus stays on the page after a ticket is cancelled and a toast is closed', async ({ product, visit }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [41]);
    const { page } = await visit(member);
    await page.goto('/my-tickets');
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText(messages.noTickets).waitFor();
    await expect.poll(() => focused(page)).toBe(CONTENT);
    await toast(page, messages.cancelSuccess).waitFor();
    const close = page.getByRole('button', { name: 'Dismiss' });
    await close.press('Enter');
    await close.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('BODY');
  });

  test('the focus moves to the content when a Retry button is replaced by the loaded data', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await openFromCachedShell(page);
    await page.route('**/api/movie', (route) => route.abort(), { times: 1 });
    await page.goto('/movies');
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await expect.poll(() => focused(page)).toBe(CONTENT);
    expect(takeProblems()).toEqual(['net::ERR_FAILED GET movie']);
  });
});
