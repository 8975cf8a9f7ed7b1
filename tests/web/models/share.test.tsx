import { act, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import * as v from 'valibot';
import { holdSchema } from '#contract/hold.ts';
import { shareModel } from '../../models/shareModel.ts';
import { addPerson, buy, cancel, findHold, share, stopSharing } from '../../server/people.ts';
import { responseLost, unreachable } from '../network.ts';
import { openProduct, openTestApp } from '../openProduct.tsx';
import { clickSeats, findToast, KID_TONIGHT, openUserMenu, pathAndQuery, visitMovies } from '../visitor.ts';
import { walkEveryWay } from './walkEveryWay.ts';
import { seatName } from '#messages/seats.ts';
import { NO_LONGER_SHARED } from '../../fixtures/messages.ts';

const RICH = { balance: 500_000 };
const shareSchema = v.required(holdSchema);

/** Navigates as the browser's history does. */
const goTo = (path: string) =>
  act(async () => {
    window.history.pushState({ usr: null, key: path, idx: 1 }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  });

const isAt = (code: string) => waitFor(() => expect(pathAndQuery()).toBe(`${KID_TONIGHT}&together=${code}`));

const says = (paid: string) => screen.findByText(paid);

const isKept = async (seats: readonly number[]) => {
  for (const seat of seats)
    expect(
      await screen.findByRole('button', { name: `${seatName(seat)}, kept for you and your friends` }),
    ).toBeTruthy();
};

walkEveryWay(shareModel, async () => {
  const testApp = await openTestApp();
  const [other, friend] = [await addPerson(testApp, RICH), await addPerson(testApp, RICH)];
  const { shareCode: codeOfOther } = await share(testApp, other, [30, 31]);
  const person = await addPerson(testApp, RICH);
  const product = await openProduct(testApp, KID_TONIGHT, { person });
  const { user, network, reload } = product;
  let ticketId = '';
  let firstCode = '';

  const click = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const shareOf = async () => v.parse(shareSchema, await findHold(testApp, person));
  const pay = async (seat: number) => {
    const ticket = await buy(testApp, friend, { seatNumbers: [seat], shareCode: firstCode });
    ticketId = ticket.id;
  };

  return {
    acts: {
      'select two seats': () => clickSeats(user, [12, 13]),
      'share the seats': async () => {
        await click('Share these seats');
        await says('0 of 2 paid');
        firstCode = (await shareOf()).shareCode;
      },
      'share the seats and lose the response': async () => {
        network.nextCall('POST holds', responseLost);
        await click('Share these seats');
        await network.settle();
        await says('0 of 2 paid');
        firstCode = (await shareOf()).shareCode;
      },
      'open the link of the other user': () => goTo(`${KID_TONIGHT}&together=${codeOfOther}`),
      'remove the code from the address': () => goTo(KID_TONIGHT),
      'see the other user stop sharing': async () => void (await stopSharing(testApp, other)),
      reload: async () => reload(),
      'open the film without the code': async () => {
        await visitMovies(user);
        await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
        await click('05 Mar');
        await click('20.35');
      },
      'reconnect the feed': async () => {
        network.cutFeeds();
        await network.settle();
      },
      'open the dialog and go back': async () => {
        await user.click(await screen.findByRole('button', { name: /^Seat 12/ }));
        await click('Buy Tickets');
        await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back' }));
        await user.click(await screen.findByRole('button', { name: /^Seat 12/ }));
      },
      'stop sharing': () => click('Stop sharing'),
      'stop sharing without a connection': async () => {
        network.nextCall('DELETE holds', unreachable);
        await click('Stop sharing');
      },
      'stop sharing in another tab': async () => void (await stopSharing(testApp, person)),
      'see a friend pay for a seat': () => pay(12),
      'see a friend pay for the other seat': () => pay(13),
      'see the friend cancel': async () => {
        await cancel(testApp, friend, ticketId);
      },
      'open the own link': () => goTo(`${KID_TONIGHT}&together=${firstCode}`),
      'share other seats': async () => {
        await clickSeats(user, [20, 21]);
        await click('Share these seats');
      },
      'log out': async () => {
        await user.click(within(await openUserMenu(user)).getByRole('menuitem', { name: 'LOG OUT' }));
      },
    },
    checks: {
      noSeats: async () => {
        await waitFor(() => expect(pathAndQuery()).toBe(KID_TONIGHT));
        await waitFor(() => expect(screen.queryByText(/\d of \d paid/)).toBeNull());
        expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
        await waitFor(async () => expect(await findHold(testApp, person)).toBeUndefined());
      },
      twoSeats: async () => {
        expect(await screen.findByRole('button', { name: 'Share these seats' })).toBeTruthy();
      },
      seatsOfOther: async () => {
        await says('0 of 2 paid');
        await isKept([30, 31]);
        expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
      },
      over: async () => {
        expect((await screen.findByRole('alert')).textContent).toBe(NO_LONGER_SHARED);
        expect(await findToast('bottom-left', NO_LONGER_SHARED)).toBeTruthy();
      },
      shared: async () => {
        await says('0 of 2 paid');
        await isKept([12, 13]);
        const { shareCode: code, seatNumbers } = await shareOf();
        expect(seatNumbers).toEqual([12, 13]);
        await isAt(code);
        expect(screen.getByRole('button', { name: 'Stop sharing' })).toBeTruthy();
      },
      stillShared: async () => {
        expect((await screen.findByRole('alert')).textContent).toContain('reach');
        expect((await shareOf()).seatNumbers).toEqual([12, 13]);
        await says('0 of 2 paid');
      },
      sharingBesideOther: async () => {
        await isAt(codeOfOther);
        await isKept([30, 31]);
        expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
        expect((await shareOf()).shareCode).toBe(firstCode);
      },
      onePaid: async () => {
        await says('1 of 2 paid');
        await isKept([13]);
        expect(await screen.findByRole('button', { name: 'Stop sharing' })).toBeTruthy();
      },
      allPaid: async () => {
        await says('2 of 2 paid');
        expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
      },
      sharedOthers: async () => {
        await isKept([20, 21]);
        const { shareCode: code } = await shareOf();
        expect(code).not.toBe(firstCode);
        await isAt(code);
      },
      signedOut: async () => {
        await screen.findAllByRole('button', { name: 'Sign In' });
        await says('0 of 2 paid');
        expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
      },
    },
    // The feed reports a moment later that seats are free again.
    always: () => waitFor(() => expect(seatsShownAsHeld()).toEqual([])),
  };
});

/** The seats of the user's selections that the hall shows as held by another user. */
function seatsShownAsHeld(): string[] {
  return [12, 13, 20, 21]
    .map((seat) => `${seatName(seat)}, held`)
    .filter((name) => screen.queryByRole('button', { name }) !== null);
}
