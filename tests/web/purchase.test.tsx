import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { danger, success } from '../../src/web/styles/text.css.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson, balanceOf, buy, soldSeats } from '../server/people.ts';
import { broken, garbage, unreachable, type MockResponse } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import {
  arriveAt,
  findSeat,
  findToast,
  KID_TONIGHT,
  reviewPurchase,
  visitByMenu,
  whereabouts,
  saidOnOpening,
} from './visitor.ts';

const NOSFERATU_TONIGHT = '/movie/Nosferatu?date=05+Mar&time=20.35';

async function openBuyDialog(balance: number, seatNumbers: readonly number[], path = KID_TONIGHT, age = 30) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance, age });
  const product = await openProduct(testApp, path, { person });
  await findSeat(1);
  const dialog = within(await reviewPurchase(product.user, seatNumbers));
  return { testApp, person, dialog, ...product };
}

const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';

function soldTonight(seatNumbers: readonly number[]) {
  return [{ showtimeDate: '05 Mar', showtimeTime: '20.35', movieTitle: 'The Kid', seatNumbers }];
}

describe('section 2: Buy dialog', () => {
  test('it names the film, the showtime, the seats and the total', async () => {
    const { dialog } = await openBuyDialog(200_000, [12, 13]);
    expect(dialog.getByText('The Kid, 05 Mar, 20.35')).toBeTruthy();
    expect(dialog.getByText('Seats 12 and 13')).toBeTruthy();
    expect(dialog.getByText('Rp.70.000')).toBeTruthy();
    expect(saidOnOpening()).toBe('The Kid, 05 Mar, 20.35Seats 12 and 13Rp.70.000Change Rp.130.000');
  });

  test('it renders nothing without a user: when the session ends elsewhere it is gone', async () => {
    const { dialog } = await openBuyDialog(200_000, [12]);
    expect(dialog.getByRole('button', { name: 'Buy' })).toBeTruthy();
    window.localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Buy Tickets' })).toBeNull();
  });

  test.each([12, 13])(
    "a user of %i is not older than the film's rating of 13: the sentence with a Back button and nothing to buy",
    async (age) => {
      const { dialog, user } = await openBuyDialog(200_000, [12], NOSFERATU_TONIGHT, age);
      expect(dialog.getByText(`Sorry but you are not old enough (${age}) to watch this movie :)`)).toBeTruthy();
      expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
      await user.click(dialog.getByRole('button', { name: 'Back' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
    },
  );

  test("a user of 14 is older than the film's rating of 13 and may buy", async () => {
    const { dialog } = await openBuyDialog(200_000, [12], NOSFERATU_TONIGHT, 14);
    expect(dialog.queryByText(/not old enough/)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Buy' }).matches(':disabled')).toBe(false);
  });

  test.each([
    [30_000, [12], 'Not enough balance (Rp.5.000)'],
    [0, [12, 13], 'Not enough balance (Rp.70.000)'],
    [35_000, [12], 'Not enough balance (Rp.0)'],
  ])('Not enough balance (difference) in red: balance %i, seats %j', async (balance, seatNumbers, message) => {
    const { dialog } = await openBuyDialog(balance, seatNumbers);
    expect(dialog.getByText(message).className).toBe(danger);
    expect(dialog.getByRole('button', { name: 'Top Up' })).toBeTruthy();
  });

  test.each([
    [35_001, [12], 'Change Rp.1'],
    [200_000, [12, 13], 'Change Rp.130.000'],
  ])('Change Rp.x in green otherwise: balance %i, seats %j', async (balance, seatNumbers, message) => {
    const { dialog } = await openBuyDialog(balance, seatNumbers);
    expect(dialog.getByText(message).className).toBe(success);
    expect(dialog.queryByRole('button', { name: 'Top Up' })).toBeNull();
  });

  test('Please select your seat! with no seats; the buy button is disabled when the total is 0', async () => {
    const { dialog } = await openBuyDialog(200_000, []);
    expect(dialog.getByText('Please select your seat!')).toBeTruthy();
    expect(dialog.getByText('Rp.0')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Buy' }).matches(':disabled')).toBe(true);
  });

  test('Not enough balance links to Top Up and comes back to the same seats, which can then be bought', async () => {
    const { dialog, user, testApp, person } = await openBuyDialog(30_000, [12, 13]);
    await user.click(dialog.getByRole('button', { name: 'Top Up' }));
    await arriveAt('/topup');
    const suggested = await screen.findByRole('radio', { name: '50k', checked: true });
    expect(suggested, 'the smallest that suffices is chosen').toBeTruthy();
    await user.click(await screen.findByRole('radio', { name: '100k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await findToast('bottom-left', 'Successfully top up the balance')).toBeTruthy();
    await passTime(testApp, 1500);
    await arriveAt(KID_TONIGHT);
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
    expect((await findSeat(13)).getAttribute('aria-pressed')).toBe('true');
    const again = within(await reviewPurchase(user, []));
    expect(again.getByText('Change Rp.60.000')).toBeTruthy();
    await user.click(again.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
    expect(await balanceOf(testApp, person)).toBe(60_000);
  });

  test('Back and Escape close it with the same seats, and the focus returns to Buy Tickets', async () => {
    const { dialog, user } = await openBuyDialog(200_000, [12]);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Buy Tickets'));
    await reviewPurchase(user, []);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Buy Tickets');
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('section 4: Purchase', () => {
  test('the ticket booking call runs first, then the booked-seats call, with their payloads (section 7)', async () => {
    const { dialog, user, network, person } = await openBuyDialog(200_000, [13, 12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    const sent = network.calls.filter(({ kind }) => kind.startsWith('POST'));
    expect(
      sent.map(({ kind, body, authorization, contentType }) => ({ kind, body, authorization, contentType })),
    ).toEqual([
      {
        kind: 'POST user/tickets',
        authorization: `Bearer ${person.token}`,
        contentType: 'application/json',
        body: {
          showtimeDate: '05 Mar',
          showtimeTime: '20.35',
          seatNumbers: [12, 13],
          movieAgeRating: theKid.age_rating,
          movieTicketPrice: theKid.ticket_price,
          movieTitle: theKid.title,
          moviePoster: theKid.poster_url,
        },
      },
      {
        kind: 'POST booked-seats',
        authorization: `Bearer ${person.token}`,
        contentType: 'application/json',
        body: {
          showtimeDate: '05 Mar',
          showtimeTime: '20.35',
          seatNumbers: [12, 13],
          movieId: theKid.id,
          movieTitle: theKid.title,
        },
      },
    ]);
  });

  test('on success a message appears bottom-left, and the user goes to / after 1.5 s, not before', async () => {
    const { dialog, user, testApp } = await openBuyDialog(200_000, [12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    vi.setTimerTickMode('manual');
    await passTime(testApp, 1000);
    expect(whereabouts()).toBe(KID_TONIGHT);
    expect(dialog.getByText('Bought. Enjoy the film!'), 'the dialog says so until then').toBeTruthy();
    await passTime(testApp, 500);
    expect(whereabouts()).toBe('/');
    expect(screen.getByText('Successful purchase of tickets')).toBeTruthy();
  });

  test('on success list and balance are right at once, before the cinema is asked anew, unseen', async () => {
    const { dialog, user, testApp, network } = await openBuyDialog(200_000, [12, 13]);
    await passTime(testApp, 1000);
    const request = network.holdNext('GET user/info');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    await request.arrived;
    await passTime(testApp, 1500);
    await arriveAt('/');
    expect(screen.queryByText('Loading')).toBeNull();
    await visitByMenu(user, 'Top Up');
    expect(await screen.findByText('Balance Rp.130.000')).toBeTruthy();
    await visitByMenu(user, 'My Tickets');
    const ticket = within(await screen.findByRole('listitem', { name: 'The Kid' }));
    expect(ticket.getByText('Seats 12 and 13')).toBeTruthy();
    expect(network.callsOf('GET user/tickets')).toHaveLength(1);
    request.release();
    await waitFor(() => expect(network.callsOf('GET user/tickets')).toHaveLength(2));
    await network.settle();
    expect(screen.getAllByRole('listitem', { name: 'The Kid' })).toHaveLength(1);
    expect(network.callsOf('GET user/info')).toHaveLength(2);
  });

  test('the message leads to the ticket, and who follows it is not sent home', async () => {
    const { dialog, user, testApp } = await openBuyDialog(200_000, [12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    await user.click(screen.getByRole('link', { name: 'Open ticket' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'The Kid' })).toBeTruthy();
    await passTime(testApp, 1500);
    expect(whereabouts()).toMatch(/^\/my-tickets\//);
  });

  test('the newest ticket is added to the front', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 200_000 });
    await buy(testApp, person, {
      movieTitle: nosferatu.title,
      movieAgeRating: 13,
      movieTicketPrice: 40_000,
      seatNumbers: [1],
    });
    const { user } = await openProduct(testApp, KID_TONIGHT, { person });
    await findSeat(1);
    const dialog = within(await reviewPurchase(user, [64]));
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    await passTime(testApp, 1500);
    await arriveAt('/');
    await visitByMenu(user, 'My Tickets');
    await screen.findByRole('listitem', { name: 'The Kid' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
      'The Kid',
      'Nosferatu',
    ]);
  });

  test('a double submit sends one call: while it is on its way the buy button is busy', async () => {
    const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12]);
    const call = network.holdNext('POST user/tickets');
    const button = dialog.getByRole('button', { name: 'Buy' });
    await user.dblClick(button);
    await call.arrived;
    await user.click(button);
    await user.keyboard('{Enter}');
    expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual(['true', 'true']);
    expect(document.activeElement).toBe(button);
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    call.release();
    await findToast('bottom-left', 'Successful purchase of tickets');
    expect(network.callsOf('POST user/tickets')).toEqual([
      expect.objectContaining({ idempotencyKey: expect.stringMatching(/.+/) }),
    ]);
    expect(await balanceOf(testApp, person)).toBe(165_000);
  });
});

describe('section 4: a purchase whose second call fails', () => {
  test('the dialog says that it is bought, the call is repeated, and nothing is bought twice', async () => {
    const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12]);
    network.nextCall('POST booked-seats', broken);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await dialog.findByText('Bought. Confirming your seats')).toBeTruthy();
    await passTime(testApp, 1000);
    await findToast('bottom-left', 'Successful purchase of tickets');
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    expect(network.callsOf('POST booked-seats')).toHaveLength(2);
    expect(await balanceOf(testApp, person)).toBe(165_000);
    expect(await soldSeats(testApp)).toEqual(soldTonight([12]));
  });
});

describe('section 8: a failed purchase', () => {
  test.each<[string, MockResponse, string]>([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
  ])(
    '%s: an error toast with the message, the user stays on the page with the same seats, and it is asked again by itself',
    async (_, mockResponse, message) => {
      const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12, 13]);
      network.nextCall('POST user/tickets', mockResponse);
      await user.click(dialog.getByRole('button', { name: 'Buy' }));
      expect((await dialog.findByRole('alert')).textContent).toBe(message);
      expect(await findToast('bottom-left', message)).toBeTruthy();
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      expect(whereabouts()).toBe(KID_TONIGHT);
      expect(dialog.getByText('Seats 12 and 13')).toBeTruthy();
      await passTime(testApp, 1000);
      await findToast('bottom-left', 'Successful purchase of tickets');
      const [first, second] = network.callsOf('POST user/tickets');
      expect(second).toEqual(first);
      expect(await soldSeats(testApp)).toEqual(soldTonight([12, 13]));
      expect(await balanceOf(testApp, person)).toBe(130_000);
    },
  );

  test('two visitors, one seat: the sentence names the seat, it turns booked, the rest of the selection stays', async () => {
    const { dialog, user, testApp, network } = await openBuyDialog(200_000, [12, 13]);
    network.cutFeeds();
    await network.settle();
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await findSeat(12)).textContent).toBe('×');
    expect((await findSeat(13)).getAttribute('aria-pressed')).toBe('true');
    const again = within(await reviewPurchase(user, []));
    await user.click(again.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    expect(await soldSeats(testApp)).toEqual(soldTonight([12, 13]));
  });
});
