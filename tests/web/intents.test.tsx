import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { navigate } from '#machines/navigation.ts';
import { addPerson, balanceOf } from '../server/people.ts';
import { expectOneEffect, findIntentDialog, intents, openReview, ticketSeats, type Intent } from './intents.ts';
import { answerLost, unreachable, type Fate } from './network.ts';
import { stopTimeAtSuccess } from './models/inStoppedTime.ts';
import { passTime, TOKEN_KEY } from './openProduct.tsx';
import {
  changeToken,
  findSeat,
  findToast,
  goBackTo,
  goForwardTo,
  quietLine,
  visitByMenu,
  whereabouts,
} from './visitor.ts';

const UNREACHABLE = 'The cinema cannot be reached. Check your connection and try again.';
const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';
const ENDED = 'Your session has ended. Please sign in again.';
const ABANDONED = 'You were signed out before the cinema answered. Sign in to see what became of it.';

const lost: readonly (readonly [string, Fate])[] = [
  ['carried out, the answer lost', answerLost],
  ['never arrived', unreachable],
];

const lostIntents = intents.flatMap((intent) =>
  lost.map(([how, fate]) => [`${intent.name}, ${how}`, intent, fate] as const),
);

function pageBefore({ page }: Intent): string {
  return page.startsWith('/movie/') ? '/movies' : '/';
}

async function noDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('what was confirmed outlives its page', () => {
  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s, then Back before the answer: the message comes on the page gone to; balance and tickets are right, once',
    async (_, intent) => {
      const { house, person, confirm, network, user } = await openReview(intent);
      const call = network.holdNext(intent.call);
      await confirm();
      await call.arrived;
      await goBackTo(pageBefore(intent));
      await noDialog();
      call.release();
      expect(await findToast(intent.placement, intent.success)).toBeTruthy();
      expect(whereabouts()).toBe(pageBefore(intent));
      expect(network.callsOf(intent.call)).toHaveLength(1);
      await passTime(house, 1500);
      expect(whereabouts(), 'who has left the page is not sent anywhere').toBe(pageBefore(intent));
      await expectOneEffect(intent, house, person, user);
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s, Back and Forward before the answer: the dialog stands there again, busy with what was confirmed, then goes on',
    async (_, intent) => {
      const { house, person, confirm, network, user } = await openReview(intent);
      const call = network.holdNext(intent.call);
      await confirm();
      await call.arrived;
      await goBackTo(pageBefore(intent));
      await noDialog();
      await goForwardTo(intent.page);
      const dialog = await findIntentDialog(intent);
      expect(dialog.getByText(intent.about)).toBeTruthy();
      expect(screen.queryByText('Please select a date and time to see available seats')).toBeNull();
      const button = dialog.getByRole('button', { name: intent.button });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      await user.dblClick(button);
      expect(network.callsOf(intent.call)).toHaveLength(1);
      call.release();
      vi.setTimerTickMode('manual');
      await stopTimeAtSuccess({ house, network }, intent.success);
      expect(screen.getByText(intent.success)).toBeTruthy();
      await passTime(house, 1000);
      expect(whereabouts()).toBe(intent.page);
      await passTime(house, 500);
      expect(whereabouts()).toBe(intent.page === '/my-tickets' ? '/my-tickets' : '/');
      vi.setTimerTickMode('interval');
      await expectOneEffect(intent, house, person, user);
    },
  );

  test('Buy, then another showtime by the address: the dialog still says what is being bought, and that is bought', async () => {
    const [purchase] = intents;
    if (purchase === undefined) throw new Error('There is nothing to buy');
    const { house, person, confirm, network, runtime } = await openReview(purchase);
    const call = network.holdNext(purchase.call);
    await confirm();
    await call.arrived;
    runtime.notify(navigate('/movie/The%20Kid?date=06+Mar&time=17.15', { replace: true }));
    await screen.findByRole('button', { name: '06 Mar', pressed: true, hidden: true });
    const dialog = await findIntentDialog(purchase);
    expect(dialog.getByText('The Kid, 05 Mar, 20.35')).toBeTruthy();
    expect(dialog.getByText('Seats 12 and 13')).toBeTruthy();
    expect(dialog.getByText('Rp.70.000')).toBeTruthy();
    call.release();
    expect(await findToast('bottom-left', purchase.success)).toBeTruthy();
    expect(network.callsOf(purchase.call)).toMatchObject([
      { body: { showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers: [12, 13] } },
    ]);
    expect(await ticketSeats(house, person)).toEqual(purchase.tickets);
  });

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s, carried out, and a reload before the answer: what is true shows, and nothing is sent again',
    async (_, intent) => {
      const { house, person, confirm, network, reload, user } = await openReview(intent);
      const answer = network.holdAnswer(intent.call);
      await confirm();
      await answer.arrived;
      reload();
      await screen.findByRole('button', { name: 'A Person' });
      await noDialog();
      answer.release();
      await expectOneEffect(intent, house, person, user);
      await passTime(house, 20_000);
      expect(network.callsOf(intent.call)).toHaveLength(1);
    },
  );
});

describe('what was not answered is asked again with the same key until it is', () => {
  test.each(lostIntents)(
    '%s, twice in a row: told in the dialog, in a toast and on the quiet line, then done once',
    async (_, intent, fate) => {
      const { house, person, confirm, network, user } = await openReview(intent);
      network.nextCall(intent.call, fate);
      network.nextCall(intent.call, fate);
      await confirm();
      const dialog = await findIntentDialog(intent);
      await waitFor(() => expect(dialog.getByRole('status').textContent).toBe(UNSETTLED));
      expect(dialog.getByRole('alert').textContent).toBe(UNREACHABLE);
      expect(dialog.getByText(intent.about)).toBeTruthy();
      expect(await findToast(intent.placement, UNREACHABLE)).toBeTruthy();
      expect(quietLine()).toBe(UNSETTLED);
      await passTime(house, 1000);
      await waitFor(() => expect(network.callsOf(intent.call)).toHaveLength(2));
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      expect(quietLine()).toBe(UNSETTLED);
      await passTime(house, 2000);
      expect(await findToast(intent.placement, intent.success)).toBeTruthy();
      await noDialog();
      expect(quietLine()).toBe('');
      expect(screen.queryByRole('alert')).toBeNull();
      const [first, ...others] = network.callsOf(intent.call);
      expect(first?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
      expect(others).toEqual([first, first]);
      await expectOneEffect(intent, house, person, user);
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s: the dialog can be closed meanwhile, no alert is left behind, and the result is told when it comes',
    async (_, intent) => {
      const { house, person, confirm, network, user } = await openReview(intent);
      network.nextCall(intent.call, answerLost);
      const again = network.holdNext(intent.call);
      await confirm();
      const dialog = await findIntentDialog(intent);
      await dialog.findByText(UNSETTLED);
      await user.click(dialog.getByRole('button', { name: 'Back' }));
      await noDialog();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(quietLine()).toBe(UNSETTLED);
      await passTime(house, 1000);
      await again.arrived;
      expect(quietLine()).toBe(UNSETTLED);
      again.release();
      expect(await findToast(intent.placement, intent.success)).toBeTruthy();
      expect(quietLine()).toBe('');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(whereabouts()).toBe(intent.page);
      await expectOneEffect(intent, house, person, user);
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s is asked again at once when the browser is online again',
    async (_, intent) => {
      const { house, person, confirm, network, user } = await openReview(intent);
      for (let attempt = 0; attempt < 4; attempt += 1) network.nextCall(intent.call, unreachable);
      await confirm();
      for (const delay of [1000, 2000, 5000]) await passTime(house, delay + 50);
      await waitFor(() => expect(network.callsOf(intent.call)).toHaveLength(4));
      await passTime(house, 500);
      expect(quietLine()).toBe(UNSETTLED);
      window.dispatchEvent(new Event('online'));
      expect(await findToast(intent.placement, intent.success)).toBeTruthy();
      expect(network.callsOf(intent.call)).toHaveLength(5);
      await expectOneEffect(intent, house, person, user);
    },
  );

  test('another purchase waits for the first: the dialog says so and has nothing to press', async () => {
    const [purchase] = intents;
    if (purchase === undefined) throw new Error('There is nothing to buy');
    const { house, person, confirm, network, user } = await openReview(purchase);
    network.nextCall(purchase.call, unreachable);
    const again = network.holdNext(purchase.call);
    await confirm();
    const dialog = await findIntentDialog(purchase);
    await dialog.findByText(UNSETTLED);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    await user.click(await findSeat(30));
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const other = await findIntentDialog(purchase);
    expect(other.getByText('Seat 30')).toBeTruthy();
    expect(other.getByText('What you confirmed before is still on its way.')).toBeTruthy();
    expect(other.getByRole('button', { name: 'Buy' }).matches(':disabled')).toBe(true);
    await passTime(house, 1000);
    again.release();
    await findToast('bottom-left', purchase.success);
    await waitFor(() => expect(other.getByRole('button', { name: 'Buy' }).matches(':disabled')).toBe(false));
    await user.click(other.getByRole('button', { name: 'Buy' }));
    await waitFor(async () => expect(await balanceOf(house, person)).toBe(95_000));
    const keys = network.callsOf(purchase.call).map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });
});

describe('what was confirmed belongs to who confirmed it', () => {
  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s, when the server has ended the session: that is told, once, and nothing else',
    async (_, intent) => {
      const { house, person, confirm, network } = await openReview(intent);
      await house.call('POST', 'user/signout', { token: person.token });
      await confirm();
      expect(await findToast('top-right', ENDED)).toBeTruthy();
      await network.settle();
      expect(screen.getAllByText(ENDED)).toHaveLength(1);
      expect(screen.queryByText(ABANDONED)).toBeNull();
      expect(quietLine()).toBe('');
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s not answered, then LOG OUT: it is never asked again, and the visitor is told',
    async (_, intent) => {
      const { house, confirm, network, user } = await openReview(intent);
      network.nextCall(intent.call, answerLost);
      const again = network.holdNext(intent.call, unreachable);
      await confirm();
      const dialog = await findIntentDialog(intent);
      await dialog.findByText(UNSETTLED);
      await user.click(dialog.getByRole('button', { name: 'Back' }));
      await noDialog();
      await passTime(house, 1000);
      await again.arrived;
      again.release();
      await visitByMenu(user, 'LOG OUT');
      expect(await findToast(intent.placement, ABANDONED)).toBeTruthy();
      expect(quietLine()).toBe('');
      await passTime(house, 40_000);
      expect(network.callsOf(intent.call)).toHaveLength(2);
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s not answered, and another user’s token is stored before this tab hears of it: it is not asked again with that',
    async (_, intent) => {
      const { house, person, confirm, network } = await openReview(intent);
      const other = await addPerson(house, { balance: 200_000 });
      network.nextCall(intent.call, answerLost);
      await confirm();
      await (await findIntentDialog(intent)).findByText(UNSETTLED);
      window.localStorage.setItem(TOKEN_KEY, other.token);
      await passTime(house, 1000);
      expect(await findToast(intent.placement, ABANDONED)).toBeTruthy();
      await passTime(house, 40_000);
      expect(network.callsOf(intent.call).map(({ authorization }) => authorization)).toEqual([
        `Bearer ${person.token}`,
      ]);
      expect(await balanceOf(house, other)).toBe(200_000);
    },
  );

  test.each(intents.map((intent) => [intent.name, intent] as const))(
    '%s not answered, then another user signs in in another tab: it is never asked again with that token',
    async (_, intent) => {
      const { house, person, confirm, network } = await openReview(intent);
      const other = await addPerson(house, { balance: 200_000 });
      network.nextCall(intent.call, answerLost);
      await confirm();
      await (await findIntentDialog(intent)).findByText(UNSETTLED);
      changeToken(other.token);
      expect(await findToast(intent.placement, ABANDONED)).toBeTruthy();
      await passTime(house, 40_000);
      expect(network.callsOf(intent.call).map(({ authorization }) => authorization)).toEqual([
        `Bearer ${person.token}`,
      ]);
      expect(await balanceOf(house, other)).toBe(200_000);
      expect(await balanceOf(house, person)).toBe(intent.balance);
      expect(window.localStorage.getItem(TOKEN_KEY)).toBe(other.token);
      await noDialog();
    },
  );
});
