import { describe, expect } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import { buySeats, callApi } from './callApi.ts';
import { testWithProcess as test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';

const title = 'The Gold Rush';
const LOST = 'Seat 42 has just been taken';
/** The requests that may be under way when the server dies: the feed always, code that is fetched ahead where it is still coming. */
const LOST_WITH_THE_SERVER = /^net::ERR_\w+ GET (?:booked-seats\/Safety%20Last!|\/assets\/)/;

describe('live seats', () => {
  test('of two visitors each sees what the other buys and cancels, and is told by name which seat is lost', async ({
    product,
    visit,
  }) => {
    const evening = tomorrowEvening();
    const first = await signUpMember(product.url, { balance: 300_000 });
    const second = await signUpMember(product.url, { balance: 300_000 });
    const { page } = await visit(first);
    const { page: other } = await visit(second);
    const bookedBy = (visitor: typeof page, seatNumber: number) =>
      visitor.getByRole('button', { name: seatName(seatNumber), description: 'Booked' });
    await other.goto(addressOf(title, evening));
    await other.getByRole('button', { name: seatName(20) }).waitFor();
    await openBuyDialog(page, title, [41, 42]);

    const ticket = await buySeats(product.url, second, title, evening, [20, 42]);
    await bookedBy(other, 20).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Buy Tickets' });
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText(LOST).waitFor();
    await toast(page, LOST).waitFor();
    await page.getByText('Seat 41', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click();
    await bookedBy(other, 41).waitFor();
    await page.waitForURL('/');

    const body = { ticketId: ticket.id, password: second.password };
    await callApi(product.url, 'DELETE', 'user/tickets', { token: second.token, body });
    await bookedBy(other, 42).waitFor({ state: 'detached' });
    await bookedBy(other, 41).waitFor();
    expect(await other.getByText(/just been taken/).allTextContents()).toEqual([]);
  });

  test('a server that stops and starts again is found again, and what was sold meanwhile is told', async ({
    product,
    visit,
  }) => {
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
