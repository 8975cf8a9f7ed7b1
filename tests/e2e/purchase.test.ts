import { describe, expect } from 'vitest';
import { balanceOf, soldSeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';

const title = 'Metropolis';

describe.concurrent('section 4, Purchase', () => {
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
