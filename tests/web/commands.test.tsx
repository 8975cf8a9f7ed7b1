import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addPerson, balanceOf } from '../server/people.ts';
import { expectOneEffect, findCommandDialog, commands, openReview, type Command } from './commandCases.ts';
import { answerLost, unreachable, type MockResponse } from './network.ts';
import { stopTimeAtSuccess } from './models/inStoppedTime.ts';
import { passTime, TOKEN_KEY } from './openProduct.tsx';
import { findToast, goBackTo, goForwardTo, quietLine, whereabouts } from './visitor.ts';

const UNREACHABLE = 'The cinema cannot be reached. Check your connection and try again.';
const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';

const ABANDONED = 'You were signed out before the cinema answered. Sign in to see what became of it.';

const lost: readonly (readonly [string, MockResponse])[] = [
  ['carried out, the answer lost', answerLost],
  ['never arrived', unreachable],
];

const lostCommands = commands.flatMap((command) =>
  lost.map(([how, mockResponse]) => [`${command.name}, ${how}`, command, mockResponse] as const),
);

function pageBefore({ page }: Command): string {
  return page.startsWith('/movie/') ? '/movies' : '/';
}

async function noDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('what was confirmed outlives its page', () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    '%s, then Back before the answer: the message comes on the page gone to; balance and tickets are right, once',
    async (_, command) => {
      const { testApp, person, confirm, network, user } = await openReview(command);
      const call = network.holdNext(command.call);
      await confirm();
      await call.arrived;
      await goBackTo(pageBefore(command));
      await noDialog();
      call.release();
      expect(await findToast(command.placement, command.success)).toBeTruthy();
      expect(whereabouts()).toBe(pageBefore(command));
      expect(network.callsOf(command.call)).toHaveLength(1);
      await passTime(testApp, 1500);
      expect(whereabouts(), 'who has left the page is not sent anywhere').toBe(pageBefore(command));
      await expectOneEffect(command, testApp, person, user);
    },
  );

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s, Back and Forward before the answer: the dialog stands there again, busy with what was confirmed, then goes on',
    async (_, command) => {
      const { testApp, person, confirm, network, user } = await openReview(command);
      const call = network.holdNext(command.call);
      await confirm();
      await call.arrived;
      await goBackTo(pageBefore(command));
      await noDialog();
      await goForwardTo(command.page);
      const dialog = await findCommandDialog(command);
      expect(dialog.getByText(command.about)).toBeTruthy();
      expect(screen.queryByText('Please select a date and time to see available seats')).toBeNull();
      const button = dialog.getByRole('button', { name: command.button });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      await user.dblClick(button);
      expect(network.callsOf(command.call)).toHaveLength(1);
      call.release();
      vi.setTimerTickMode('manual');
      await stopTimeAtSuccess({ testApp, network }, command.success);
      expect(screen.getByText(command.success)).toBeTruthy();
      await passTime(testApp, 1000);
      expect(whereabouts()).toBe(command.page);
      await passTime(testApp, 500);
      expect(whereabouts()).toBe(command.page === '/my-tickets' ? '/my-tickets' : '/');
      vi.setTimerTickMode('interval');
      await expectOneEffect(command, testApp, person, user);
    },
  );

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s, carried out, and a reload before the answer: what is true shows, and nothing is sent again',
    async (_, command) => {
      const { testApp, person, confirm, network, reload, user } = await openReview(command);
      const answer = network.holdAnswer(command.call);
      await confirm();
      await answer.arrived;
      reload();
      await screen.findByRole('button', { name: 'A Person' });
      await noDialog();
      answer.release();
      await expectOneEffect(command, testApp, person, user);
      await passTime(testApp, 20_000);
      expect(network.callsOf(command.call)).toHaveLength(1);
    },
  );
});

describe('what was not answered is asked again with the same key until it is', () => {
  test.each(lostCommands)(
    '%s, twice in a row: told in the dialog, in a toast and on the quiet line, then done once',
    async (_, command, mockResponse) => {
      const { testApp, person, confirm, network, user } = await openReview(command);
      network.nextCall(command.call, mockResponse);
      network.nextCall(command.call, mockResponse);
      await confirm();
      const dialog = await findCommandDialog(command);
      await waitFor(() => expect(dialog.getByRole('status').textContent).toBe(UNSETTLED));
      expect(dialog.getByRole('alert').textContent).toBe(UNREACHABLE);
      expect(dialog.getByText(command.about)).toBeTruthy();
      expect(await findToast(command.placement, UNREACHABLE)).toBeTruthy();
      expect(quietLine()).toBe(UNSETTLED);
      await passTime(testApp, 1000);
      await waitFor(() => expect(network.callsOf(command.call)).toHaveLength(2));
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      expect(quietLine()).toBe(UNSETTLED);
      await passTime(testApp, 2000);
      expect(await findToast(command.placement, command.success)).toBeTruthy();
      await noDialog();
      expect(quietLine()).toBe('');
      expect(screen.queryByRole('alert')).toBeNull();
      const [first, ...others] = network.callsOf(command.call);
      expect(first?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
      expect(others).toEqual([first, first]);
      await expectOneEffect(command, testApp, person, user);
    },
  );
});

describe('what was confirmed belongs to who confirmed it', () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    '%s not answered, and another user’s token is stored before this tab hears of it: it is not asked again with that',
    async (_, command) => {
      const { testApp, person, confirm, network } = await openReview(command);
      const other = await addPerson(testApp, { balance: 200_000 });
      network.nextCall(command.call, answerLost);
      await confirm();
      await (await findCommandDialog(command)).findByText(UNSETTLED);
      window.localStorage.setItem(TOKEN_KEY, other.token);
      await passTime(testApp, 1000);
      expect(await findToast(command.placement, ABANDONED)).toBeTruthy();
      await passTime(testApp, 40_000);
      expect(network.callsOf(command.call).map(({ authorization }) => authorization)).toEqual([
        `Bearer ${person.token}`,
      ]);
      expect(await balanceOf(testApp, other)).toBe(200_000);
    },
  );
});
