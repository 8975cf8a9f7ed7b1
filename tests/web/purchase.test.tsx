import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { addPerson, balanceOf, hold, PASSWORD, signInAgain, soldSeats, type Person } from '../server/people.ts';
import { broken } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import {
  arriveAt,
  findOpenDialog,
  findSeat,
  findToast,
  KID_TONIGHT,
  reviewPurchase,
  pathAndQuery,
  noDialog,
} from './visitor.ts';

async function openBuyDialog(balance: number, seatNumbers: readonly number[], path = KID_TONIGHT, age = 30) {
  const product = await openSignedIn(path, { balance, age });
  await findSeat(1);
  const dialog = within(await reviewPurchase(product.user, seatNumbers));
  return { dialog, ...product };
}

describe('section 2: Buy dialog', () => {
  test('a user who is too young (13) sees a message and a Back button but no Buy button', async () => {
    const tooYoung = 'Sorry but you are not old enough (13) to watch this movie :)';
    const { dialog, user } = await openBuyDialog(200_000, [12], '/movie/Nosferatu?date=05+Mar&time=20.35', 13);
    expect(dialog.getByText(tooYoung)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(screen.getByText(tooYoung), 'the page shows the message, too').toBeTruthy();
    expect((await findSeat(12)).getAttribute('aria-pressed')).toBe('true');
  });

  test('before a showtime is chosen it names the film and the price of no seats, and only Back can be pressed', async () => {
    const { user } = await openSignedIn('/movie/The%20Kid', { balance: 200_000 });
    await user.click(await screen.findByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await findOpenDialog());
    for (const text of ['The Kid', 'Rp.0', messages.selectSeat]) expect(dialog.getByText(text)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Buy' })).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
  });

  test('with too little balance it links to Top Up, which leads back to the same seats', async () => {
    const { dialog, user, testApp } = await openBuyDialog(30_000, [12, 13]);
    await user.click(dialog.getByRole('button', { name: 'Top Up' }));
    await arriveAt('/topup');
    const suggested = await screen.findByRole('radio', { name: '50k', checked: true });
    expect(suggested, 'the smallest sufficient amount is preselected').toBeTruthy();
    await user.click(await screen.findByRole('radio', { name: '100k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await findToast('bottom-left', messages.topUpSuccess)).toBeTruthy();
    await passTime(testApp, 1500);
    await arriveAt(KID_TONIGHT);
    const again = within(await reviewPurchase(user, []));
    expect(again.getByText('Seats 12 and 13')).toBeTruthy();
    expect(again.getByText('Change Rp.60.000')).toBeTruthy();
  });
});

describe('section 4: Purchase', () => {
  test('sends the ticket request first, then the booked-seats request (payloads of section 7)', async () => {
    const { dialog, user, network, person } = await openBuyDialog(200_000, [13, 12]);
    expect(dialog.getByRole('button', { name: 'Back' }).ariaDisabled).toBeNull();
    expect(dialog.queryByText(/ paid$/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    const sent = network.calls.filter(({ kind }) => kind.startsWith('POST') && kind !== 'POST holds');
    const screening = {
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      movieTitle: theKid.title,
      seatNumbers: [12, 13],
    };
    const common = { authorization: `Bearer ${person.token}` };
    expect(sent).toEqual([
      expect.objectContaining({
        ...common,
        kind: 'POST user/tickets',
        body: {
          ...screening,
          movieAgeRating: theKid.age_rating,
          movieTicketPrice: theKid.ticket_price,
          moviePoster: theKid.poster_url,
        },
      }),
      expect.objectContaining({ ...common, kind: 'POST booked-seats', body: { ...screening, movieId: theKid.id } }),
    ]);
  });

  test('the success toast links to the ticket, and the user who follows it is not redirected to Home', async () => {
    const { dialog, user, testApp } = await openBuyDialog(200_000, [12]);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    await user.click(screen.getByRole('link', { name: 'Open ticket' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'The Kid' })).toBeTruthy();
    await passTime(testApp, 1500);
    expect(pathAndQuery()).toMatch(/^\/my-tickets\//);
  });
});

describe('section 4: a purchase whose second request fails', () => {
  test('the dialog says that the seats are bought, the page retries the request, and the user pays once', async () => {
    const { dialog, user, network, testApp, person } = await openBuyDialog(200_000, [12]);
    network.nextCall('POST booked-seats', broken);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await dialog.findByText('Bought. Confirming your seats')).toBeTruthy();
    await passTime(testApp, 1000);
    await findToast('bottom-left', messages.purchaseSuccess);
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    expect(network.callsOf('POST booked-seats')).toHaveLength(2);
    expect(await balanceOf(testApp, person)).toBe(165_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [12] })]);
  });
});

/** Buys held seats in a tab whose session the user has ended on another device. */
async function buyWithoutSession() {
  const product = await openBuyDialog(200_000, [12, 13]);
  const { dialog, user, testApp, person, network } = product;
  await dialog.findByText('Held for you: 5:00');
  const elsewhere = await signInAgain(testApp, person);
  await testApp.call('DELETE', 'user/sessions', { token: elsewhere.token });
  await user.click(dialog.getByRole('button', { name: 'Buy' }));
  const signInDialog = within(await findOpenDialog('Sign In'));
  await network.settle();
  const signIn = async ({ username }: Pick<Person, 'username'>) => {
    await user.type(signInDialog.getByLabelText('User name'), username);
    await user.type(signInDialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await noDialog();
    await network.settle();
  };
  return { ...product, signIn };
}

async function arePressed(seatNumbers: readonly number[]) {
  const seats = await Promise.all(seatNumbers.map(findSeat));
  return seats.map(({ ariaPressed }) => ariaPressed);
}

describe('a purchase whose session has ended', () => {
  test('keeps the selection, and asks the user to sign in', async () => {
    const { testApp, person, network } = await buyWithoutSession();
    expect(await findToast('top-right', messages.sessionEnded)).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Buy Tickets' })).toBeNull();
    expect(await arePressed([12, 13])).toEqual(['true', 'true']);
    expect(screen.queryByText(/^Held for you/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(network.callsOf('POST user/tickets')).toHaveLength(1);
    expect(network.callsOf('DELETE holds')).toEqual([]);
    expect(await balanceOf(testApp, await signInAgain(testApp, person))).toBe(200_000);
  });

  test('shows the hold again after the same user signs in, who can then buy the seats', async () => {
    const { testApp, person, user, signIn } = await buyWithoutSession();
    await passTime(testApp, 10_000);
    await signIn(person);
    expect(await screen.findByText(/^Held for you: 4:/)).toBeTruthy();
    expect(await arePressed([12, 13])).toEqual(['true', 'true']);
    const other = await addPerson(testApp);
    expect((await hold(testApp, other, { seatNumbers: [12] })).body).toMatchObject({ code: 'seat_held' });
    const again = within(await reviewPurchase(user, []));
    expect(again.getByText('Seats 12 and 13')).toBeTruthy();
    await user.click(again.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', messages.purchaseSuccess)).toBeTruthy();
    expect(await balanceOf(testApp, await signInAgain(testApp, person))).toBe(130_000);
  });

  test('starts with an empty selection for another user, also after a reload', async () => {
    const { testApp, signIn, reload } = await buyWithoutSession();
    await signIn(await addPerson(testApp, { balance: 200_000 }));
    const heldSeats = ['Seat 12, row B, left side, held', 'Seat 13, row B, right side, held'];
    for (const name of heldSeats) expect((await screen.findByRole('button', { name })).ariaPressed).toBe('false');
    expect(screen.getByText('No seats chosen')).toBeTruthy();
    expect(screen.queryByText(/^Held for you/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    reload();
    for (const name of heldSeats) expect((await screen.findByRole('button', { name })).ariaPressed).toBe('false');
    expect(screen.getByText('No seats chosen')).toBeTruthy();
  });
});
