import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import { testWithProcess as test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { seatName } from '#messages/seats.ts';

/** The requests that can fail when the server is killed: the feed, and scripts that are still being prefetched. */
const LOST_WITH_THE_SERVER = /^net::ERR_\w+ GET (?:booked-seats\/Safety%20Last!|\/assets\/)/;

describe('live seats', () => {
  test('the page reconnects to a restarted server and shows the seats sold in between', async ({ product, visit }) => {
    const evening = tomorrowEvening();
    const buyer = await signUpMember(product.url, { balance: 300_000 });
    const { page, takeProblems } = await visit();
    await page.goto(addressOf('Safety Last!', evening));
    await page.getByRole('button', { name: seatName(12) }).click();
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('booked-seats'));
    expect(takeProblems()).toEqual([]);
    await product.kill();
    await lost;
    await product.restart();
    await buySeats(product.url, buyer, 'Safety Last!', evening, [12]);
    await toast(page, 'Seat 12 has just been taken').waitFor();
    for (const problem of takeProblems()) expect(problem).toMatch(LOST_WITH_THE_SERVER);
    await buySeats(product.url, buyer, 'Safety Last!', evening, [30]);
    await page.getByRole('button', { name: seatName(30), description: 'Booked' }).waitFor();
  });
});
