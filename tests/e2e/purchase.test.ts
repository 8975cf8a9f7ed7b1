import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { balanceOf, soldSeats, ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';

const title = 'Metropolis';

describe.concurrent('section 4, Purchase', () => {
  test('clicking Buy twice and pressing Enter sends exactly one ticket call', async ({ product, visit }) => {
    const buyer = await signUpMember(product.url, { balance: 200_000 });
    const { page, calls } = await visit(buyer);
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/user/tickets', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await openBuyDialog(page, title, [1]);
    const buy = page.getByRole('button', { name: 'Buy', exact: true });
    await buy.dblclick();
    await buy.press('Enter');
    await page.getByRole('dialog').press('Enter');
    held.resolve(undefined);
    await toast(page, messages.purchaseSuccess).waitFor();
    await page.waitForURL('/');

    expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(1);
    expect(await balanceOf(product.url, buyer)).toBe(155_000);
    expect(await ticketsOf(product.url, buyer)).toHaveLength(1);
  });

  for (const [_fault, _problem] of [
    ['breaks off', 'net::ERR_FAILED POST booked-seats'],
    ['is answered 500', '500 POST booked-seats'],
  ] as const) {
  }

  test('a tab closed between the two calls leaves ticket and seats', async ({ product, visit }) => {
    const evening = tomorrowEvening();
    const buyer = await signUpMember(product.url, { balance: 100_000 });
    const { page, takeProblems } = await visit(buyer);
    const secondCall = Promise.withResolvers<undefined>();
    await page.route('**/api/booked-seats', () => secondCall.resolve(undefined));
    await openBuyDialog(page, title, [33, 34]);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await secondCall.promise;
    await page.close();
    takeProblems();

    const again = await visit(buyer);
    await again.page.goto('/my-tickets');
    await again.page.getByRole('listitem', { name: title }).getByText('Seats 33 and 34').waitFor();
    expect(await balanceOf(product.url, buyer)).toBe(10_000);
    expect(await soldSeats(product.url, title, evening)).toEqual(expect.arrayContaining([33, 34]));
  });
});
