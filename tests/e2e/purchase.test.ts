import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { balanceOf, soldSeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

const TITLE = 'Metropolis';

const buy = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();

describe('section 4, Purchase', () => {
  test('closing the tab between the two requests keeps ticket and seats', async ({ product, visit, visitAsMember }) => {
    const { member: buyer, page, takeProblems } = await visitAsMember({ balance: 100_000 });
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

  test('a reload before the response arrives leaves the seats booked, paid once and not selected', async ({
    product,
    visitAsMember,
  }) => {
    const { member: buyer, page } = await visitAsMember({ balance: 100_000 });
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
});
