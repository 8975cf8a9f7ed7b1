import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { seatName } from '#domain/seatNames.ts';
import { balanceOf, soldSeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';

const TITLE = 'Metropolis';

const buy = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();

describe('section 4, Purchase', () => {
  test('a tab closed between the two calls leaves ticket and seats', async ({ product, visit }) => {
    const buyer = await signUpMember(product.url, { balance: 100_000 });
    const { page, takeProblems } = await visit(buyer);
    const secondCall = Promise.withResolvers<undefined>();
    await page.route('**/api/booked-seats', () => secondCall.resolve(undefined));
    await openBuyDialog(page, TITLE, [33, 34]);
    await buy(page);
    await secondCall.promise;
    await page.close();
    takeProblems();

    const again = await visit(buyer);
    await again.page.goto('/my-tickets');
    await again.page.getByRole('listitem', { name: TITLE }).getByText('Seats 33 and 34').waitFor();
    expect(await balanceOf(product.url, buyer)).toBe(10_000);
    expect(await soldSeats(product.url, TITLE, tomorrowEvening())).toEqual(expect.arrayContaining([33, 34]));
  });

  test('a reload before the answer has come leaves the seats booked, paid once, and none selected', async ({
    product,
    visit,
  }) => {
    const buyer = await signUpMember(product.url, { balance: 100_000 });
    const { page } = await visit(buyer);
    await openBuyDialog(page, TITLE, [12, 13]);
    const carriedOut = Promise.withResolvers<undefined>();
    await page.route('**/api/user/tickets', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      carriedOut.resolve(undefined);
    });
    await buy(page);
    await carriedOut.promise;
    await page.reload();
    await page.getByRole('button', { name: seatName(12), description: 'Booked' }).waitFor();
    await page.getByRole('button', { name: seatName(13), description: 'Booked' }).waitFor();
    await page.getByText('No seats chosen').waitFor();
    expect(await balanceOf(product.url, buyer)).toBe(10_000);
  });

  test('the open buy dialog knows what another tab has spent', async ({ product, visit }) => {
    const buyer = await signUpMember(product.url, { balance: 260_000 });
    const { page } = await visit(buyer);
    await openBuyDialog(page, TITLE, [21, 22]);
    await page.getByRole('dialog').getByText('Change Rp.170.000').waitFor();
    const tab = await page.context().newPage();
    await openBuyDialog(tab, TITLE, [25]);
    await buy(tab);
    await toast(tab, messages.purchaseSuccess).waitFor();
    await page.getByRole('dialog').getByText('Change Rp.125.000').waitFor();
  });

  test('the seats chosen are there again after another page, and after a reload', async ({ visit }) => {
    const { page } = await visit();
    await page.goto(addressOf(TITLE, tomorrowEvening()));
    for (const seat of [1, 2]) await page.getByRole('button', { name: seatName(seat) }).click();
    const summary = page.getByText('Seats 1 and 2', { exact: true });
    await summary.waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Movies' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.goBack();
    await summary.waitFor();
    await page.reload();
    await summary.waitFor();
  });
});
