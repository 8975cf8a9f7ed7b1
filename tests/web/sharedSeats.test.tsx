import { messages } from '../fixtures/messages.ts';
import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { holdSchema } from '#contract/hold.ts';
import { ticketPath } from '#domain/paths.ts';
import { SHARED_HOLD_DURATION } from '#domain/timings.ts';
import {
  addPerson,
  buy,
  cancel,
  findHold,
  hold,
  releaseHold,
  share,
  stopSharing,
  type Person,
} from '../server/people.ts';
import type { Cinema } from '../server/openCinema.ts';
import { responseLost, unreachable, type Network } from './network.ts';
import { openProduct, openSignedIn, openTestApp, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, findToast, KID_TONIGHT, openUserMenu, pathAndQuery } from './visitor.ts';
import { tooYoung } from '#messages/hallFailures.ts';

const KEPT = 'Seat 12, row B, left side, kept for you and your friends';
const OVER = 'The seats are no longer kept. Those that nobody paid for are free again.';
const RICH = { balance: 500_000 };

/** The code under which a user shares seats. */
async function codeOf(cinema: Cinema, person: Person): Promise<string> {
  return v.parse(v.required(holdSchema), (await findHold(cinema, person)).body).shareCode;
}

/** Ana selects seats 12 to 14 of The Kid and shares them. */
async function openShared() {
  const product = await openSignedIn(KID_TONIGHT, RICH);
  const { testApp, user, person } = product;
  await clickSeats(user, [12, 13, 14]);
  await user.click(screen.getByRole('button', { name: 'Share these seats' }));
  await screen.findByText('Kept for you and your friends: 15:00');
  return { ...product, code: await codeOf(testApp, person), budi: await addPerson(testApp, RICH) };
}

/** Opens the link to seats 12 to 14, which Ana shares, for a friend or for a visitor who is signed out. */
async function openLink(
  { age = 30, isSignedIn = true, code = (shared: string) => shared } = {},
  prepare: (network: Network) => void = () => undefined,
) {
  const testApp = await openTestApp();
  const ana = await addPerson(testApp, RICH);
  const shared = await share(testApp, ana, [12, 13, 14]);
  const person = await addPerson(testApp, { ...RICH, age });
  const path = `${KID_TONIGHT}&together=${code(shared.shareCode)}`;
  const product = await openProduct(testApp, path, { prepare, ...(isSignedIn && { person }) });
  return { ...product, testApp, ana, person, code: shared.shareCode };
}

const findKept = () => screen.findByRole('button', { name: KEPT });
const findCountdown = () => screen.findByText('Kept for you and your friends: 15:00');

describe('the user who shares seats', () => {
  test('holds them for fifteen minutes, gets a link to send, and sees who has paid', async () => {
    const { testApp, code, budi } = await openShared();
    expect(screen.getByText('Kept for you and your friends: 15 minutes')).toBeTruthy();
    expect(screen.getByText('0 of 3 paid')).toBeTruthy();
    expect(screen.getByText('Choose your own seats')).toBeTruthy();
    expect(await findKept()).toBeTruthy();
    expect(screen.getByText('Kept for you')).toBeTruthy();
    expect(await findToast('top-right', 'Link copied')).toBeTruthy();
    const link = `http://localhost:3000/movie/The%20Kid?date=05%20Mar&time=20.35&together=${code}`;
    expect(await navigator.clipboard.readText()).toBe(link);

    await buy(testApp, budi, { seatNumbers: [12], shareCode: code });
    expect(await screen.findByText('1 of 3 paid')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Seat 12, row B, left side, your friends' })).toBeTruthy();
  });

  test('hears the start and each payment, because the status elements were there before', async () => {
    const { user } = await openSignedIn(KID_TONIGHT, RICH);
    await clickSeats(user, [12, 13]);
    const before = screen.getAllByRole('status');
    await user.click(screen.getByRole('button', { name: 'Share these seats' }));
    expect(before).toContain(await screen.findByText('Kept for you and your friends: 15 minutes'));
    expect(before).toContain(screen.getByText('0 of 2 paid'));
  });

  test('hears the time left only at the start and at the last minute', async () => {
    const { testApp } = await openShared();
    await passTime(testApp, 14 * 60_000 - 5000);
    expect(screen.getByText(/^Kept for you and your friends: 1:0\d$/)).toBeTruthy();
    expect(screen.getByText('Kept for you and your friends: 15 minutes')).toBeTruthy();
    await passTime(testApp, 6000);
    expect(screen.getByText('Kept for you and your friends: 1 minute')).toBeTruthy();
  });

  test('buys only the own seat, and follows the payments on the ticket', async () => {
    const { testApp, user, code, budi } = await openShared();
    await user.click(await findKept());
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('timer').textContent).toBe('Kept for you and your friends: 15:00');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    await user.click(screen.getByRole('link', { name: 'Open ticket' }));
    expect(pathAndQuery()).toContain('/my-tickets/');
    expect(await screen.findByText('1 of 3 paid')).toBeTruthy();
    await buy(testApp, budi, { seatNumbers: [13], shareCode: code });
    expect(await screen.findByText('2 of 3 paid')).toBeTruthy();
    await passTime(testApp, SHARED_HOLD_DURATION);
    await waitFor(() => expect(screen.queryByText('2 of 3 paid')).toBeNull());
  });

  test('keeps sharing after a reload, after Back in the dialog, and without the link', async () => {
    const { testApp, user, person, code, reload } = await openShared();
    await user.click(await findKept());
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back' }));
    reload();
    expect(await screen.findByText('0 of 3 paid')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Stop sharing' })).toBeTruthy();
    expect(await codeOf(testApp, person)).toBe(code);
  });

  test('finds the shared seats again without the link', async () => {
    const testApp = await openTestApp();
    const ana = await addPerson(testApp, RICH);
    const { shareCode: code } = await share(testApp, ana, [12, 13]);
    await openProduct(testApp, KID_TONIGHT, { person: ana });
    expect(await findKept()).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy();
    expect(pathAndQuery()).toBe(`${KID_TONIGHT}&together=${code}`);
  });

  test('can stop sharing again when a friend cancels after everybody has paid', async () => {
    const { testApp, user, code, budi } = await openShared();
    const { id } = await buy(testApp, budi, { seatNumbers: [12, 13, 14], shareCode: code });
    await screen.findByText('3 of 3 paid');
    await cancel(testApp, budi, id);
    await screen.findByText('0 of 3 paid');
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    await waitFor(async () => expect((await hold(testApp, budi, { seatNumbers: [12] })).status).toBe(201));
    expect(pathAndQuery()).toBe(KID_TONIGHT);
  });

  test('stops sharing, which frees the seats and ends the link', async () => {
    const { testApp, user, budi } = await openShared();
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    await waitFor(async () => expect((await hold(testApp, budi, { seatNumbers: [12] })).status).toBe(201));
    expect(screen.queryByText(/^Kept for you and/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(pathAndQuery()).toBe(KID_TONIGHT);
    await clickSeats(user, [20, 21]);
    expect(screen.getByRole('button', { name: 'Share these seats' })).toBeTruthy();
  });

  test('no longer reads that sharing failed once the page has found the seats shared', async () => {
    const { testApp, user, network } = await openSignedIn(KID_TONIGHT, RICH);
    network.cutFeeds();
    await clickSeats(user, [12, 13]);
    network.nextCall('POST holds', responseLost);
    await user.click(screen.getByRole('button', { name: 'Share these seats' }));
    expect((await screen.findByRole('alert')).textContent).toBe(messages.unreachable);
    network.mendFeeds();
    await passTime(testApp, 10_000);
    expect(await screen.findByText('0 of 2 paid')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('can share again when a lost response hid that the sharing had stopped', async () => {
    const { testApp, user, person, network } = await openShared();
    // Without the feed, the page learns only from its own requests that the seats are free.
    network.cutFeeds();
    await network.settle();
    await stopSharing(testApp, person);
    network.nextCall('DELETE holds', unreachable);
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(pathAndQuery()).toBe(KID_TONIGHT));
    await clickSeats(user, [20, 21]);
    expect(await screen.findByRole('button', { name: 'Share these seats' })).toBeTruthy();
  });

  test('keeps the friends’ seats when buying elsewhere and when signing out', async () => {
    const { testApp, user, person, code } = await openShared();
    await user.click(screen.getByRole('button', { name: '17.15' }));
    await clickSeats(user, [30]);
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back' }));
    await releaseHold(testApp, person);
    await user.click(within(await openUserMenu(user)).getByRole('menuitem', { name: 'LOG OUT' }));
    await screen.findAllByRole('button', { name: 'Sign In' });
    expect((await testApp.call('GET', `holds/${code}`)).body).toMatchObject({ seatNumbers: [12, 13, 14] });
  });

  test('sees the seats like a friend after a sign-out', async () => {
    const { user } = await openShared();
    await user.click(within(await openUserMenu(user)).getByRole('menuitem', { name: 'LOG OUT' }));
    await screen.findAllByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
    expect(screen.getByText('0 of 3 paid')).toBeTruthy();
  });

  test('sees the seats of a friend who cancels kept again, and can still stop sharing', async () => {
    const { testApp, user, code, budi } = await openShared();
    const { id } = await buy(testApp, budi, { seatNumbers: [12, 13, 14], shareCode: code });
    expect(await screen.findByText('3 of 3 paid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
    await cancel(testApp, budi, id);
    expect(await screen.findByText('0 of 3 paid')).toBeTruthy();
    expect(await findKept()).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(screen.queryByText('0 of 3 paid')).toBeNull());
  });

  test('can hold and share other seats as soon as everybody has paid', async () => {
    const { testApp, user, code, budi } = await openShared();
    await buy(testApp, budi, { seatNumbers: [12, 13, 14], shareCode: code });
    await screen.findByText('3 of 3 paid');
    await clickSeats(user, [20, 21]);
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Held for you: 5:00');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Share these seats' }));
    expect(await screen.findByText('0 of 2 paid')).toBeTruthy();
    expect(pathAndQuery()).not.toContain(code);
  });

  test('sees that the button is busy while the request is slow', async () => {
    const { user, network } = await openSignedIn(KID_TONIGHT, RICH);
    await clickSeats(user, [12, 13]);
    const slow = network.holdNext('POST holds');
    const button = screen.getByRole('button', { name: 'Share these seats' });
    await user.click(button);
    await slow.arrived;
    expect([button.ariaBusy, button.ariaDisabled]).toEqual(['true', 'true']);
    slow.release();
    await findCountdown();
  });

  test('needs the money for one seat, and is offered Top Up', async () => {
    const { user } = await openSignedIn(KID_TONIGHT, { balance: 34_999 });
    await clickSeats(user, [12, 13]);
    await user.click(screen.getByRole('button', { name: 'Share these seats' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Seats are kept for you once your balance covers them. You can still buy free seats.',
    );
    expect((await findSeat(12)).ariaPressed).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    expect(await screen.findByRole('heading', { name: 'Top Up' })).toBeTruthy();
  });

  test('needs two seats', async () => {
    const { user } = await openSignedIn(KID_TONIGHT, RICH);
    await clickSeats(user, [12]);
    expect(screen.queryByRole('button', { name: 'Share these seats' })).toBeNull();
    await clickSeats(user, [13]);
    expect(screen.getByRole('button', { name: 'Share these seats' })).toBeTruthy();
  });

  test('loses a selected seat beside the shared ones when another user holds it, and can still stop sharing', async () => {
    const { testApp, user, budi } = await openShared();
    await user.click(await findKept());
    await clickSeats(user, [40]);
    await hold(testApp, budi, { seatNumbers: [40] });
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 40 is being bought by another visitor');
    expect((await screen.findByRole('button', { name: /^Seat 12/ })).ariaPressed).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(async () => expect((await hold(testApp, budi, { seatNumbers: [13] })).status).toBe(201));
  });

  test('hears which seat another user was faster to take', async () => {
    const { testApp, user, network } = await openSignedIn(KID_TONIGHT, RICH);
    await clickSeats(user, [12, 13]);
    network.cutFeeds();
    await hold(testApp, await addPerson(testApp), { seatNumbers: [12] });
    await user.click(screen.getByRole('button', { name: 'Share these seats' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 is being bought by another visitor');
    expect((await findSeat(13)).ariaPressed).toBe('true');
  });
});

describe('a friend who opens the link', () => {
  test('sees the kept seats, buys one, and the others stay kept', async () => {
    const { testApp, user, code } = await openLink();
    await user.click(await findKept());
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
    expect(document.title).toBe('Seats kept for you: The Kid, Thu 05 Mar, 20.35 · Nobar Now');
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
    expect((await testApp.call('GET', `holds/${code}`)).body).toMatchObject({
      seatNumbers: [13, 14],
      paidSeatNumbers: [12],
    });
  });

  test('also holds the free seats of the selection, and buys both', async () => {
    const { testApp, user, person } = await openLink();
    await user.click(await findKept());
    await clickSeats(user, [20]);
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Held for you: 5:00')).toBeTruthy();
    expect(dialog.getByText('Kept for you and your friends: 15:00')).toBeTruthy();
    expect((await findHold(testApp, person)).body).toMatchObject({ seatNumbers: [20] });
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
  });

  test('is suggested kept seats first', async () => {
    const { user } = await openLink();
    await findKept();
    await user.click(screen.getByRole('button', { name: 'Best 2 seats' }));
    expect(screen.getByText('Seats 13 and 14')).toBeTruthy();
  });

  test('loses only the seat that another friend was faster to buy', async () => {
    const { testApp, user, ana, code } = await openLink();
    await user.click(await findKept());
    await user.click(await screen.findByRole('button', { name: /^Seat 13/ }));
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    await screen.findByRole('dialog');
    await buy(testApp, ana, { seatNumbers: [12], shareCode: code });
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await screen.findByRole('button', { name: /^Seat 13/ })).ariaPressed).toBe('true');
    expect(await screen.findByText('1 of 3 paid')).toBeTruthy();
  });

  test('can look and select while signed out, and is asked to sign in', async () => {
    const { user } = await openLink({ isSignedIn: false });
    await user.click(await findKept());
    expect(screen.getByText('Seat 12')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Sign In' }).length).toBeGreaterThan(0);
  });

  test('who is too young is told so before choosing', async () => {
    const testApp = await openTestApp();
    const ana = await addPerson(testApp, RICH);
    const film = { movieTitle: 'Nosferatu', seatNumbers: [12, 13] };
    await hold(testApp, ana, { ...film, shared: true });
    const path = `/movie/Nosferatu?date=05+Mar&time=20.35&together=${await codeOf(testApp, ana)}`;
    const { user } = await openProduct(testApp, path, { person: await addPerson(testApp, { ...RICH, age: 12 }) });
    expect(await screen.findByText(tooYoung(12))).toBeTruthy();
    await user.click(await findKept());
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Buy' })).toBeNull();
  });

  test.each([
    ['after its time', async (cinema: Cinema) => passTime(cinema, SHARED_HOLD_DURATION)],
    ['after Ana has stopped sharing', async (cinema: Cinema, ana: Person) => void (await stopSharing(cinema, ana))],
  ])('is told when the seats are no longer kept: %s', async (_, end) => {
    const { testApp, user, ana } = await openLink();
    await user.click(await findKept());
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    await screen.findByRole('dialog');
    await end(testApp, ana);
    expect((await screen.findByRole('alert')).textContent).toBe(OVER);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.title).toBe('Seats no longer kept: The Kid, Thu 05 Mar, 20.35 · Nobar Now');
    expect((await findSeat(12)).ariaPressed).toBe('true');
    expect(pathAndQuery()).toBe(KID_TONIGHT);
  });

  test('keeps the selected seats although they share other seats in another tab', async () => {
    const testApp = await openTestApp();
    const { shareCode } = await share(testApp, await addPerson(testApp, RICH), [12, 13]);
    const person = await addPerson(testApp, RICH);
    await share(testApp, person, [30, 31]);
    const saved = [{ title: 'The Kid', date: '05 Mar', time: '20.35', seatNumbers: [12] }];
    window.sessionStorage.setItem('nobar-now.seats', JSON.stringify(saved));
    await openProduct(testApp, `${KID_TONIGHT}&together=${shareCode}`, { person });
    await waitFor(async () => expect((await findSeat(30)).ariaDisabled, 'the own share is found').toBeNull());
    expect((await findSeat(12)).ariaPressed).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('sees the seats of another friend who cancels kept again', async () => {
    const { testApp, ana, code } = await openLink();
    const { id } = await buy(testApp, ana, { seatNumbers: [12], shareCode: code });
    expect(await screen.findByText('1 of 3 paid')).toBeTruthy();
    await cancel(testApp, ana, id);
    expect(await screen.findByText('0 of 3 paid')).toBeTruthy();
    expect(await findKept()).toBeTruthy();
  });

  test('still sees the seats as kept when the server cannot be reached after a payment', async () => {
    const { network, testApp, ana, code } = await openLink();
    await findKept();
    network.nextCall('GET holds/{shareCode}', unreachable);
    await buy(testApp, ana, { seatNumbers: [13], shareCode: code });
    await waitFor(() => expect(network.unmet()).toEqual([]));
    expect(await findKept()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(testApp, 5000);
    expect(await screen.findByText('1 of 3 paid')).toBeTruthy();
  });

  test('hears nothing at the end if everybody has paid', async () => {
    const { testApp, ana, code } = await openLink();
    await findKept();
    await buy(testApp, ana, { seatNumbers: [12, 13, 14], shareCode: code });
    expect(await screen.findByText('3 of 3 paid')).toBeTruthy();
    expect(screen.queryByText(/^Kept for you and/)).toBeNull();
    await passTime(testApp, SHARED_HOLD_DURATION);
    await waitFor(() => expect(screen.queryByText('3 of 3 paid')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['unknown', () => 'kV3xQ0b7T2mNfYc9Zr1sLA'],
    ['damaged', (code: string) => code.slice(0, 9)],
  ])('sees the ordinary page when the code is %s', async (_, code) => {
    await openLink({ code });
    expect(await screen.findByRole('button', { name: 'Seat 12, row B, left side, held' })).toBeTruthy();
    expect(screen.queryByText(/^Kept for you/)).toBeNull();
    expect(document.title).toBe('The Kid (1921) · Nobar Now');
  });

  test('sees the ordinary page at another showtime', async () => {
    const { user } = await openLink();
    await findKept();
    await user.click(screen.getByRole('button', { name: '17.15' }));
    await findSeat(12);
    expect(screen.queryByText(/^Kept for you/)).toBeNull();
    expect(pathAndQuery()).toBe('/movie/The%20Kid?date=05+Mar&time=17.15');
  });

  test('who comes after the showtime has closed sees no seats', async () => {
    const testApp = await openTestApp();
    const { shareCode: code } = await share(testApp, await addPerson(testApp, RICH), [12, 13]);
    testApp.clock.now = Date.parse('2026-03-05T20:26:00+07:00');
    await openProduct(testApp, `${KID_TONIGHT}&together=${code}`);
    expect(await screen.findByText('Please select a date and time to see available seats')).toBeTruthy();
  });

  test('sees the ticket of a shared seat without the others once the time is over', async () => {
    const testApp = await openTestApp();
    const ana = await addPerson(testApp, RICH);
    const { shareCode: code } = await share(testApp, ana, [12, 13]);
    const { id } = await buy(testApp, ana, { seatNumbers: [12], shareCode: code });
    testApp.clock.now += SHARED_HOLD_DURATION;
    await openProduct(testApp, ticketPath(id), { person: ana });
    expect(await screen.findByRole('button', { name: 'Print' })).toBeTruthy();
    expect(screen.queryByText('1 of 2 paid')).toBeNull();
  });
});
