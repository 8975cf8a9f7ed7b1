import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { formatRupiah } from '#messages/money.ts';
import { messages } from '../fixtures/messages.ts';
import { ticketsOf } from './callApi.ts';
import { testInMotion as test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';
import { seatName } from '#messages/seats.ts';

const MAX_STOPS = 60;

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

/** Waits until the element with this text has the focus: menus and dialogs move it shortly after they open or close. */
async function focusReaches(page: Page, text: string): Promise<void> {
  await page.waitForFunction((expected) => document.activeElement?.textContent === expected, text);
}

async function pressAt(page: Page, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

describe.concurrent('flows without a mouse', () => {
  test('with the keyboard a user signs in, tops up, finds a film, selects seats and buys them', async ({
    product,
    visit,
  }) => {
    const evening = tomorrowEvening();
    const member = await signUpMember(product.url);
    const { page } = await visit();
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await page.goto('/');

    const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
    await signIn.waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await pressAt(page, signIn, 'Enter');
    await tabTo(page, dialog.getByLabel('User name'));
    await page.keyboard.type(member.username);
    await tabTo(page, dialog.getByLabel('Password'));
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    await pressAt(page, userMenu(page, member), 'Enter');
    await focusReaches(page, `Balance ${formatRupiah(0)}`);
    await page.keyboard.press('ArrowDown');
    await focusReaches(page, 'My Tickets');
    await page.keyboard.press('ArrowDown');
    await focusReaches(page, 'Top Up');
    await page.keyboard.press('Enter');
    await tabTo(page, main.getByRole('radio', { name: '50k', exact: true }));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: '100k', checked: true }).waitFor();
    await pressAt(page, main.getByRole('button', { name: 'Top Up' }), 'Enter');
    await pressAt(page, dialog.getByRole('button', { name: 'Confirm' }), 'Enter');
    await page.waitForURL('/');

    await pressAt(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }), 'Enter');
    await tabTo(page, page.getByRole('searchbox', { name: 'Search movies' }));
    await page.keyboard.type('metro');
    await pressAt(page, main.getByRole('link', { name: 'Metropolis 1927' }), 'Enter');
    await pressAt(page, main.getByRole('button', { name: evening.showtimeDate }), 'Enter');
    await pressAt(page, main.getByRole('button', { name: evening.showtimeTime }), 'Space');
    await tabTo(page, main.getByRole('button', { name: seatName(1) }));
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Space']) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await main.getByText('Seats 21 and 22', { exact: true }).waitFor();
    await pressAt(page, main.getByRole('button', { name: 'Buy Tickets' }), 'Enter');
    await dialog.getByText('Change Rp.10.000').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusReaches(page, 'Buy Tickets');
    await page.keyboard.press('Enter');
    await pressAt(page, dialog.getByRole('button', { name: 'Buy', exact: true }), 'Enter');
    await toast(page, messages.purchaseSuccess).waitFor();
    await page.waitForURL('/');

    expect(await ticketsOf(product.url, member)).toEqual([expect.objectContaining({ seatNumbers: [21, 22] })]);
  });
});
