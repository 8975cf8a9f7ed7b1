import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { balanceOf, soldSeats, ticketsOf } from './callApi.ts';
import { testWithProcess as test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';

const title = 'Metropolis';
/** Milliseconds that a loaded machine may take to stop the clock of a page. */
const LEEWAY = 2000;

describe('reliability 31: a server that dies', () => {
  test('a server killed right after its answer has lost nothing when it starts again', async ({ product, visit }) => {
    const evening = tomorrowEvening();
    const buyer = await signUpMember(product.url, { balance: 100_000 });
    const { page, calls, takeProblems } = await visit(buyer);
    await page.route('**/api/user/tickets', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      await product.kill();
      return route.fulfill({ response });
    });
    // The dead server refuses the second call; its repetition waits, however long the server takes to start again.
    const repeated = Promise.withResolvers<undefined>();
    const restarted = Promise.withResolvers<undefined>();
    await page.route('**/api/booked-seats', async (route) => {
      if (calls.filter((call) => call === 'POST booked-seats').length > 1) {
        repeated.resolve(undefined);
        await restarted.promise;
      }
      await route.continue();
    });
    await page.clock.install();
    await openBuyDialog(page, title, [9, 10]);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByText('Bought. Confirming your seats').waitFor();
    await repeated.promise;
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LEEWAY);
    await product.restart();
    restarted.resolve(undefined);
    await page.clock.resume();
    await toast(page, messages.purchaseSuccess).waitFor();
    await page.waitForURL('/');

    expect(new Set(takeProblems())).toEqual(
      new Set(['net::ERR_CONNECTION_REFUSED POST booked-seats', 'net::ERR_CONNECTION_REFUSED GET user/info']),
    );
    expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(1);
    expect(await balanceOf(product.url, buyer)).toBe(10_000);
    expect(await ticketsOf(product.url, buyer)).toEqual([
      expect.objectContaining({ ...evening, movieTitle: title, seatNumbers: [9, 10] }),
    ]);
    expect(await soldSeats(product.url, title, evening)).toEqual([9, 10]);
  });
});
