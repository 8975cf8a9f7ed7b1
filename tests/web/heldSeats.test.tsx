import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPeople, addPerson, hold, releaseHold, topUp } from '../server/people.ts';
import type { Cinema } from '../server/openCinema.ts';
import { unreachable, type MockResponse } from './network.ts';
import { openProduct, openSignedIn, openTestApp, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, findToast, goBackTo, hide, KID_TONIGHT, openUserMenu } from './visitor.ts';

const HELD = 'Seat 28, row D, left side, held';

test('a seat that another user holds is shown as held, in map, list and legend, until it is released', async () => {
  const { testApp, user } = await openSignedIn(KID_TONIGHT);
  const other = await addPerson(testApp);
  await clickSeats(user, [27]);
  expect(screen.queryByText('Held')).toBeNull();

  await hold(testApp, other, { seatNumbers: [28] });
  const seat = await screen.findByRole('button', { name: HELD });
  expect(screen.getByText('Held')).toBeTruthy();
  await user.click(seat);
  expect([seat.ariaDisabled, seat.ariaPressed]).toEqual(['true', 'false']);

  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect(await screen.findByText('Row D: 6 free, 1 selected')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Seat 28, row D, left side', description: 'Held' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show as list' }));

  await releaseHold(testApp, other);
  await waitFor(() => expect(screen.queryByText('Held')).toBeNull());
  expect((await findSeat(28)).ariaDisabled).toBeNull();
});

test('Best seats avoids held seats', async () => {
  const { testApp, user } = await openSignedIn(KID_TONIGHT);
  await hold(testApp, await addPerson(testApp), { seatNumbers: [28, 29] });
  await screen.findByRole('button', { name: HELD });
  await user.click(screen.getByRole('button', { name: 'Best 2 seats' }));
  expect(screen.getByText('Seats 35 and 36')).toBeTruthy();
});

/** Opens the hall of The Kid for a user with enough money, and another user. */
async function openHall(options: Parameters<typeof openSignedIn>[1] = {}) {
  const product = await openSignedIn(KID_TONIGHT, { balance: 500_000, ...options });
  return { ...product, other: await addPerson(product.testApp, { balance: 500_000 }) };
}

/** The refusal of a hold that comes too late. The dialog shows its reason. */
const refusal: MockResponse = async () =>
  Response.json({ status: 409, code: 'sales_ending', message: 'Sales end' }, { status: 409 });

async function openDialog(user: Awaited<ReturnType<typeof openHall>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
  return within(await screen.findByRole('dialog'));
}

/** Waits until the hall's status element has this text, and checks that the open dialog does not hide it from screen readers. */
async function isAnnounced(text: string): Promise<void> {
  const status = await screen.findByText(text, { selector: '[role=status]' });
  expect(status.closest('[aria-hidden=true]')).toBeNull();
}

describe('the user’s own hold', () => {
  test('begins with Buy Tickets, is counted down in dialog and bar, and ends with Back', async () => {
    const { testApp, user, other } = await openHall();
    await clickSeats(user, [12, 13]);
    const dialog = await openDialog(user);
    expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
    await isAnnounced('Held for you: 5 minutes');
    expect((await hold(testApp, other, { seatNumbers: [12] })).body).toMatchObject({ code: 'seat_held' });
    await passTime(testApp, 8000);
    expect(await dialog.findByText('Held for you: 4:52')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByText(/^Held for you/)).toBeNull());
    await waitFor(async () => expect((await hold(testApp, other, { seatNumbers: [12] })).status).toBe(201));
  });

  test('is in the dialog only for a screen reader while the dialog is open, also when its response is slow', async () => {
    const { user, network } = await openHall();
    await clickSeats(user, [12]);
    const slow = network.holdNext('POST holds');
    const dialog = await openDialog(user);
    await slow.arrived;
    slow.release();
    const timer = await dialog.findByRole('timer');
    expect(screen.getAllByRole('timer')).toEqual([timer]);
    await isAnnounced('Held for you: 5 minutes');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
  });

  test('that expires closes the dialog, says so, keeps the selection and can be made again', async () => {
    const { testApp, user } = await openHall();
    await clickSeats(user, [12]);
    const dialog = await openDialog(user);
    await dialog.findByText('Held for you: 5:00');
    await passTime(testApp, 5 * 60_000);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findByRole('alert')).textContent).toBe('Your seats are no longer held');
    expect((await findSeat(12)).ariaPressed).toBe('true');
    expect(await (await openDialog(user)).findByText('Held for you: 5:00')).toBeTruthy();
  });

  test('survives a reload and the detour to Top Up', async () => {
    const { testApp, user, reload } = await openHall({ balance: 0 });
    await clickSeats(user, [12]);
    const dialog = await openDialog(user);
    await dialog.findByText('Held for you: 5:00');
    await passTime(testApp, 10_000);
    reload();
    expect(await screen.findByText('Held for you: 4:50')).toBeTruthy();
    await clickSeats(user, [13]);
    expect(screen.queryByRole('timer'), 'with a seat that is not held').toBeNull();
    await clickSeats(user, [13]);
    await user.click((await openDialog(user)).getByRole('button', { name: 'Top Up' }));
    await screen.findByRole('heading', { name: 'Top Up' });
    await passTime(testApp, 10_000);
    await goBackTo(KID_TONIGHT);
    expect(await screen.findByText('Held for you: 4:40')).toBeTruthy();
    expect((await findSeat(12)).ariaPressed).toBe('true');
  });

  test('a seat that another user holds is named when Buy Tickets is pressed, and the rest stays selected', async () => {
    const { testApp, user, other, network } = await openHall();
    await clickSeats(user, [12, 13]);
    network.cutFeeds();
    await hold(testApp, other, { seatNumbers: [12] });
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 is being bought by another visitor');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await findSeat(13)).ariaPressed).toBe('true');
  });

  test('a selected seat is deselected as soon as another user holds it', async () => {
    const { testApp, user, other } = await openHall();
    await clickSeats(user, [12, 13]);
    await hold(testApp, other, { seatNumbers: [12] });
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 is being bought by another visitor');
    expect((await findSeat(13)).ariaPressed).toBe('true');
    expect(await screen.findByRole('button', { name: 'Seat 12, row B, left side, held' })).toBeTruthy();
  });

  test('is made again each time that the same seats are reviewed after Back', async () => {
    const { user } = await openHall();
    await clickSeats(user, [12, 13]);
    for (let time = 0; time < 10; time += 1) {
      const dialog = await openDialog(user);
      expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Back' }));
      await waitFor(() => expect(screen.queryByText(/^Held for you/)).toBeNull());
    }
  });

  test('is counted down to the end of sales at the latest', async () => {
    const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:21:00+07:00') });
    const { user } = await openProduct(testApp, KID_TONIGHT, {
      person: await addPerson(testApp, { balance: 500_000 }),
    });
    await clickSeats(user, [12]);
    expect(await (await openDialog(user)).findByText('Held for you: 4:00')).toBeTruthy();
  });

  test('that the user’s ten minutes no longer allow does not stand in the way of the purchase', async () => {
    const { testApp, person, user } = await openHall();
    for (const seat of [40, 41]) {
      await hold(testApp, person, { seatNumbers: [seat] });
      await passTime(testApp, 5 * 60_000);
    }
    await clickSeats(user, [12]);
    const dialog = await openDialog(user);
    expect(dialog.queryByText(/^Held for you/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
  });

  test('announces only its start and its last minute', async () => {
    const { testApp, user } = await openHall();
    await clickSeats(user, [12]);
    const dialog = await openDialog(user);
    await dialog.findByText('Held for you: 5:00');
    await passTime(testApp, 4 * 60_000 - 5000);
    expect(dialog.getByText(/^Held for you: 1:0\d$/)).toBeTruthy();
    await isAnnounced('Held for you: 5 minutes');
    await passTime(testApp, 6000);
    await isAnnounced('Held for you: 1 minute');
  });

  test.each<[string, MockResponse]>([
    ['late response', (passOn) => passOn()],
    ['late refusal', refusal],
  ])('a slow hold does not delay the purchase, and its %s shows no message', async (_, respond) => {
    const { testApp, user, network } = await openHall();
    await clickSeats(user, [12]);
    const slow = Promise.withResolvers<void>();
    network.nextCall('POST holds', async (passOn) => {
      await slow.promise;
      return respond(passOn);
    });
    const dialog = await openDialog(user);
    const purchase = network.holdNext('POST user/tickets');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await purchase.arrived;
    slow.resolve();
    await passTime(testApp, 100);
    expect(screen.queryByRole('alert')).toBeNull();
    purchase.release();
    await findToast('bottom-left', 'Successful purchase of tickets');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that another device replaced by other seats is no longer shown as held', async () => {
    const { testApp, person, user } = await openHall();
    await clickSeats(user, [12]);
    await (await openDialog(user)).findByText('Held for you: 5:00');
    await hold(testApp, person, { seatNumbers: [30] });
    expect((await screen.findByRole('alert')).textContent).toBe('Your seats are no longer held');
    expect((await findSeat(12)).ariaPressed).toBe('true');
  });

  test('that another device made counts as the user’s own here', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    await hold(testApp, person, { seatNumbers: [12, 13] });
    const { user } = await openProduct(testApp, KID_TONIGHT, { person });
    await waitFor(async () => expect((await findSeat(12)).ariaDisabled).toBeNull());
    await clickSeats(user, [12]);
    expect(await screen.findByText('Held for you: 5:00')).toBeTruthy();
  });

  test('is not taken for that of another visitor when the server cannot be reached during the search', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    await hold(testApp, person, { seatNumbers: [12] });
    const saved = [{ title: 'The Kid', date: '05 Mar', time: '20.35', seatNumbers: [12] }];
    window.sessionStorage.setItem('nobar-now.seats', JSON.stringify(saved));
    const { network } = await openProduct(testApp, KID_TONIGHT, {
      person,
      prepare: ({ nextCall }) => {
        nextCall('GET holds', unreachable);
        nextCall('GET holds', unreachable);
      },
    });
    await waitFor(async () => expect((await findSeat(12)).ariaPressed).toBe('true'));
    await passTime(testApp, 12_000);
    expect(network.unmet()).toEqual([]);
    expect(await screen.findByText(/^Held for you: 4:4\d$/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await findSeat(12)).ariaPressed).toBe('true');
  });

  test('that another device makes while the page searches for it is not taken for that of another visitor', async () => {
    const { testApp, network, other, person, user } = await openHall();
    await clickSeats(user, [12]);
    const slow = network.holdNext('GET booked-seats/{title}');
    await hold(testApp, other, { seatNumbers: [30] });
    await slow.arrived;
    await hold(testApp, person, { seatNumbers: [12] });
    slow.release();
    expect(await screen.findByText('Held for you: 5:00')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await findSeat(12)).ariaPressed).toBe('true');
  });

  test('that another device gives back while the page searches for it is not taken for that of another visitor', async () => {
    const { testApp, network, person, user } = await openHall();
    await clickSeats(user, [12]);
    network.nextCall('GET booked-seats/{title}', async (passOn) => {
      const seats = await passOn();
      await releaseHold(testApp, person);
      return seats;
    });
    await hold(testApp, person, { seatNumbers: [12] });
    await waitFor(() => expect(network.callsOf('GET holds').length).toBeGreaterThan(1));
    await network.settle();
    const dialog = await openDialog(user);
    expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
    expect(dialog.getByText('Seat 12')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('ends with a sign-out', async () => {
    const { testApp, user, other, reload } = await openHall();
    await clickSeats(user, [12]);
    await (await openDialog(user)).findByText('Held for you: 5:00');
    reload();
    await screen.findByText('Held for you: 5:00');
    await user.click(within(await openUserMenu(user)).getByRole('menuitem', { name: 'LOG OUT' }));
    await screen.findAllByRole('button', { name: 'Sign In' });
    expect(screen.queryByText(/^Held for you/)).toBeNull();
    await waitFor(async () => expect((await hold(testApp, other, { seatNumbers: [12] })).status).toBe(201));
  });
});

/** Three other users without a balance hold 16 seats. */
async function holdQuarter(cinema: Cinema) {
  const seats = [
    [33, 34, 35, 36, 37, 38],
    [41, 42, 43, 44, 45, 46],
    [49, 50, 51, 52],
  ];
  const people = await addPeople(cinema, seats.length);
  for (const [index, person] of people.entries()) await hold(cinema, person, { seatNumbers: seats[index] });
}

/** Opens the buy dialog for seat 12, in a hall where a quarter of the seats is held without money, for a user without a balance. */
async function openWithoutMoney() {
  const product = await openHall({ balance: 0 });
  await holdQuarter(product.testApp);
  await clickSeats(product.user, [12]);
  return { ...product, dialog: await openDialog(product.user) };
}

describe('a user without the money, in a hall where a quarter of the seats is held without money', () => {
  const KEPT_LATER = 'Seats are kept for you once your balance covers them. You can still buy free seats.';

  test('is offered Top Up, keeps the selection, and gets the hold once the balance covers it', async () => {
    const { testApp, person, user, reload, dialog } = await openWithoutMoney();
    expect((await dialog.findByRole('alert')).textContent).toBe(KEPT_LATER);
    expect(dialog.getByRole('button', { name: 'Top Up' })).toBeTruthy();
    expect(dialog.getByText('Seat 12')).toBeTruthy();
    await topUp(testApp, person, 35_000);
    reload();
    await screen.findByText('Seat 12');
    expect(await (await openDialog(user)).findByText('Held for you: 5:00')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('gets the hold in the open dialog once the page learns of a top-up on another device', async () => {
    const { testApp, person, dialog } = await openWithoutMoney();
    await dialog.findByRole('alert');
    await topUp(testApp, person, 35_000);
    hide(true);
    await passTime(testApp, 60_000);
    hide(false);
    expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('buys free seats all the same after a top-up on another device', async () => {
    const { testApp, person, user, dialog } = await openWithoutMoney();
    await dialog.findByRole('alert');
    await topUp(testApp, person, 35_000);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
  });
});
