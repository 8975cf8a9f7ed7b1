import { describe, expect } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import { messages } from '#domain/messages.ts';
import { balanceOf, buySeats, soldSeats, ticketsOf } from './callApi.ts';
import { holdFeeds } from './holdFeeds.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

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

  for (const [fault, problem] of [
    ['breaks off', 'net::ERR_FAILED POST booked-seats'],
    ['is answered 500', '500 POST booked-seats'],
  ] as const) {
    test(`a second call that ${fault} leaves the buyer with ticket and seats, says so, and buys nothing twice`, async ({
      product,
      visit,
    }) => {
      const evening = tomorrowEvening();
      const buyer = await signUpMember(product.url, { balance: 100_000 });
      const { page, calls, takeProblems } = await visit(buyer);
      const seats = fault === 'breaks off' ? [17, 18] : [25, 26];
      await page.clock.install();
      await page.route('**/api/booked-seats', (route) =>
        fault === 'breaks off' ? route.abort() : route.fulfill({ status: 500, body: 'Internal Server Error' }),
      );
      await openBuyDialog(page, title, seats);
      await page.getByRole('button', { name: 'Buy', exact: true }).click();
      await page.getByText('Bought. Confirming your seats').waitFor();
      await page.clock.fastForward(10_000);
      await toast(page, messages.seatsUnconfirmed).waitFor();
      await toast(page, messages.purchaseSuccess).waitFor();
      await page.clock.fastForward(1500);
      await page.waitForURL('/');
      await userMenu(page, buyer).click();
      await page.getByRole('menuitem', { name: 'My Tickets' }).click();
      const ticket = page.getByRole('listitem', { name: title });
      await ticket.getByText(`Seats ${seats.join(' and ')}`).waitFor();

      expect(new Set(takeProblems())).toEqual(new Set([problem]));
      expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(1);
      expect(await balanceOf(product.url, buyer)).toBe(10_000);
      expect(await ticketsOf(product.url, buyer)).toHaveLength(1);
      expect(await soldSeats(product.url, title, evening)).toEqual(expect.arrayContaining(seats));
    });
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

  test('of two visitors with one seat the second reads which seat is gone and keeps the rest', async ({
    product,
    visit,
  }) => {
    const evening = tomorrowEvening();
    const first = await signUpMember(product.url, { balance: 100_000 });
    const second = await signUpMember(product.url, { balance: 150_000 });
    const { page, calls, takeProblems } = await visit(second);
    await holdFeeds(page);
    await openBuyDialog(page, title, [41, 42, 43]);
    await buySeats(product.url, first, title, evening, [42]);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(page, 'Seat 42 has just been taken').waitFor();
    await page.getByRole('alert').getByText('Seat 42 has just been taken').waitFor();

    expect(takeProblems()).toEqual(['409 POST user/tickets']);
    await page.getByRole('button', { name: seatName(42), description: 'Booked' }).waitFor();
    await page.getByText('Seats 41 and 43', { exact: true }).waitFor();
    for (const seatNumber of [41, 43]) {
      await page.getByRole('button', { name: seatName(seatNumber), pressed: true }).waitFor();
    }
    expect(await balanceOf(product.url, second)).toBe(150_000);

    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(page, messages.purchaseSuccess).waitFor();
    expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(2);
    expect(await ticketsOf(product.url, second)).toEqual([expect.objectContaining({ seatNumbers: [41, 43] })]);
    expect(await balanceOf(product.url, second)).toBe(60_000);
  });
});

describe.concurrent('section 2, Buy dialog', () => {
  test('somebody who is not older than the rating reads so, and Back leads to the seats', async ({
    product,
    visit,
  }) => {
    const child = await signUpMember(product.url, { age: 10, balance: 200_000 });
    const { page, calls } = await visit(child);
    await openBuyDialog(page, title, [49]);
    const dialog = page.getByRole('dialog', { name: 'Buy Tickets' });
    await dialog.getByText('Sorry but you are not old enough (10) to watch this movie :)').waitFor();
    expect(await dialog.getByRole('button', { name: 'Buy', exact: true }).allTextContents()).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: seatName(49), pressed: true }).waitFor();
    expect(calls).not.toContain('POST user/tickets');
  });

  test('too little money leads to Top Up and back to the same seats', async ({ product, visit }) => {
    const buyer = await signUpMember(product.url, { balance: 50_000 });
    const { page } = await visit(buyer);
    await openBuyDialog(page, title, [57, 58]);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Not enough balance (Rp.40.000)').waitFor();
    await dialog.getByRole('button', { name: 'Top Up' }).click();
    await page.getByRole('radio', { name: '50k', exact: true }).check();
    await page.getByRole('button', { name: 'Top Up' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(/\/movie\/Metropolis/);
    await page.getByText('Seats 57 and 58', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByText('Change Rp.10.000').waitFor();
  });
});
