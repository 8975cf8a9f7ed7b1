import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPeople, addPerson, hold, releaseHold, topUp } from '../server/people.ts';
import type { Cinema } from '../server/openCinema.ts';
import { openProduct, openSignedIn, openTestApp, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, KID_TONIGHT } from './visitor.ts';

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

/** Opens the hall of The Kid for a user with enough money, and another user. */
async function openHall(options: Parameters<typeof openSignedIn>[1] = {}) {
  const product = await openSignedIn(KID_TONIGHT, { balance: 500_000, ...options });
  return { ...product, other: await addPerson(product.testApp, { balance: 500_000 }) };
}

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
  test('begins with Buy Tickets, is counted down in one dialog for a screen reader, and ends with Back', async () => {
    const { testApp, user, other, network } = await openHall();
    await clickSeats(user, [12, 13]);
    const slow = network.holdNext('POST holds');
    const dialog = await openDialog(user);
    await slow.arrived;
    slow.release();
    expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
    expect(screen.getAllByRole('timer')).toEqual([dialog.getByRole('timer')]);
    await isAnnounced('Held for you: 5 minutes');
    expect((await hold(testApp, other, { seatNumbers: [12] })).body).toMatchObject({ code: 'seat_held' });
    await passTime(testApp, 8000);
    expect(await dialog.findByText('Held for you: 4:52')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByText(/^Held for you/)).toBeNull());
    await waitFor(async () => expect((await hold(testApp, other, { seatNumbers: [12] })).status).toBe(201));
  });

  test('is recognised on another device without a request', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 500_000 });
    await hold(testApp, person, { seatNumbers: [12] });
    const { user, network } = await openProduct(testApp, KID_TONIGHT, { person });
    await clickSeats(user, [12]);
    expect(await screen.findByText('Held for you: 5:00')).toBeTruthy();
    expect(network.calls.filter(({ kind }) => kind.includes('holds'))).toEqual([]);
    await clickSeats(user, [14]);
    expect(screen.queryByRole('timer'), 'with a seat that is not held').toBeNull();
  });

  test('announces only its start and its last minute', async () => {
    const { testApp, user } = await openHall();
    await clickSeats(user, [12]);
    const dialog = await openDialog(user);
    await dialog.findByText('Held for you: 5:00');
    testApp.clock.now += 4 * 60_000 - 6000;
    await passTime(testApp, 1000);
    expect(dialog.getByText(/^Held for you: 1:0\d$/)).toBeTruthy();
    await isAnnounced('Held for you: 5 minutes');
    await passTime(testApp, 6000);
    await isAnnounced('Held for you: 1 minute');
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
  const KEPT_LATER = 'Top up your balance first, so that we can keep these seats for you.';

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
});
