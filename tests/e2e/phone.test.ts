import { describe, expect } from 'vitest';
import { seatName } from '#domain/seats.ts';
import { sentences } from '#domain/sentences.ts';
import { balanceOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';

describe('a phone of 360 by 740, by touch', () => {
  test('signs in, tops up, finds a film, chooses seats, buys and cancels', async ({ product, visit }) => {
    const evening = tomorrowEvening();
    const member = await signUpMember(product.url);
    const { page } = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await page.goto('/');

    await page.getByRole('button', { name: 'Sign In' }).tap();
    await dialog.getByLabel('User name').fill(member.username);
    await dialog.getByLabel('Password').fill(member.password);
    await dialog.getByRole('button', { name: 'Sign In' }).tap();
    await toast(page, sentences.signInSuccess).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Menu' }).tap();
    await dialog.getByRole('link', { name: 'Top Up' }).tap();
    await main.getByRole('radio', { name: '100k' }).tap();
    await main.getByRole('button', { name: 'Top Up' }).tap();
    await dialog.getByRole('button', { name: 'Confirm' }).tap();
    await page.waitForURL('/');

    await page.getByRole('button', { name: 'Menu' }).tap();
    await dialog.getByRole('link', { name: 'Movies' }).tap();
    await main.getByRole('searchbox', { name: 'Search movies' }).fill('metro');
    await main.getByRole('link', { name: 'Metropolis 1927' }).tap();
    await main.getByRole('button', { name: evening.showtimeDate }).tap();
    await main.getByRole('button', { name: evening.showtimeTime }).tap();
    await main.getByRole('button', { name: seatName(21) }).tap();
    await main.getByRole('button', { name: seatName(22) }).tap();
    await main.getByRole('button', { name: 'Buy Tickets' }).tap();
    await dialog.getByText('Change Rp.10.000').waitFor();
    await dialog.getByRole('button', { name: 'Buy', exact: true }).tap();
    await toast(page, sentences.purchaseSuccess).waitFor();
    await page.waitForURL('/');
    expect(await balanceOf(product.url, member)).toBe(10_000);

    await page.getByRole('button', { name: 'Menu' }).tap();
    await dialog.getByRole('link', { name: 'My Tickets' }).tap();
    await main.getByRole('button', { name: 'Cancel' }).tap();
    await dialog.getByLabel('Password').fill(member.password);
    await dialog.getByRole('button', { name: 'Cancel Ticket' }).tap();
    await main.getByText(sentences.noTickets).waitFor();
    expect(await balanceOf(product.url, member)).toBe(100_000);
  });
});
