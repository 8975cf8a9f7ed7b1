import { NO_LONGER_SHARED } from '../fixtures/messages.ts';
import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { holdSchema } from '#contract/hold.ts';
import { SHARED_HOLD_DURATION } from '#domain/timings.ts';
import { addPerson, buy, findHold, share } from '../server/people.ts';
import { openProduct, openSignedIn, openTestApp, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, findToast, KID_TONIGHT, pathAndQuery } from './visitor.ts';

const KEPT = 'Seat 12, row B, left side, kept for you and your friends';
const RICH = { balance: 500_000 };

/** The milliseconds for which the seats are still kept when a friend opens the link. */
const LEFT = 10_000;

/** Opens the link to seats 12 to 14, which Ana shares, for a friend, shortly before their time is over. */
async function openLink() {
  const testApp = await openTestApp();
  const { shareCode } = await share(testApp, await addPerson(testApp, RICH), [12, 13, 14]);
  const person = await addPerson(testApp, RICH);
  testApp.clock.now += SHARED_HOLD_DURATION - LEFT;
  return openProduct(testApp, `${KID_TONIGHT}&together=${shareCode}`, { person });
}

const findKept = () => screen.findByRole('button', { name: KEPT });

describe('the user who shares seats', () => {
  test('holds them for fifteen minutes, gets a link to send, and hears who has paid', async () => {
    const { testApp, user, person, network } = await openSignedIn(KID_TONIGHT, RICH);
    await clickSeats(user, [12, 13]);
    // A screen reader announces a text only in a status element that was there before.
    const before = screen.getAllByRole('status');
    const slow = network.holdNext('POST holds');
    const button = screen.getByRole('button', { name: 'Share these seats' });
    await user.click(button);
    await slow.arrived;
    expect([button.ariaBusy, button.ariaDisabled]).toEqual(['true', 'true']);
    slow.release();
    expect(await screen.findByText('Kept for you and your friends: 15:00')).toBeTruthy();
    expect(before).toContain(screen.getByText('Kept for you and your friends: 15 minutes'));
    expect(before).toContain(screen.getByText('0 of 2 paid'));
    expect(screen.getByText('Choose your own seats')).toBeTruthy();
    expect(await findKept()).toBeTruthy();
    expect(screen.getByText('Kept for you')).toBeTruthy();
    expect(await findToast('top-right', 'Link copied')).toBeTruthy();
    const { shareCode } = v.parse(v.required(holdSchema), await findHold(testApp, person));
    const link = `http://localhost:3000/movie/The%20Kid?date=05%20Mar&time=20.35&together=${shareCode}`;
    expect(await navigator.clipboard.readText()).toBe(link);

    await buy(testApp, await addPerson(testApp, RICH), { seatNumbers: [12], shareCode });
    expect(await screen.findByText('1 of 2 paid')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Seat 12, row B, left side, your friends' })).toBeTruthy();
  });

  test('needs the money for one seat, and is offered Top Up', async () => {
    const { user } = await openSignedIn(KID_TONIGHT, { balance: 34_999 });
    await clickSeats(user, [12, 13]);
    await user.click(screen.getByRole('button', { name: 'Share these seats' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Top up your balance first, so that we can keep these seats for you.',
    );
    expect((await findSeat(12)).ariaPressed).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    expect(await screen.findByRole('heading', { name: 'Top Up' })).toBeTruthy();
  });
});

describe('a friend who opens the link', () => {
  test('is told when the time of the kept seats is over', async () => {
    const { testApp, user } = await openLink();
    await user.click(await findKept());
    expect(document.title).toBe('Seats kept for you: The Kid, Thu 05 Mar, 20.35 WIB · Nobar Now');
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Kept for you and your friends: 0:10')).toBeTruthy();
    await passTime(testApp, LEFT);
    expect((await screen.findByRole('alert')).textContent).toBe(NO_LONGER_SHARED);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.title).toBe('Seats no longer kept: The Kid, Thu 05 Mar, 20.35 WIB · Nobar Now');
    expect((await findSeat(12)).ariaPressed).toBe('true');
    expect(pathAndQuery()).toBe(KID_TONIGHT);
  });
});
