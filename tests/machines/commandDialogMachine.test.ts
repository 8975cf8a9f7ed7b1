import { sentence } from '../fixtures/messages.ts';
import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { amountFormMachine } from '#machines/amountFormMachine.ts';
import type { CommandKind } from '#machines/commands.ts';
import {
  commandDialogMachine,
  selectFailure,
  selectIsPasswordRefused,
  type CommandDialogReport,
} from '#machines/commandDialogMachine.ts';
import type { CommandProgress } from '#machines/commandProgress.ts';
import { myTicketsMachine } from '#machines/myTicketsMachine.ts';
import { changeTo, confirmed, failureWith } from '../fixtures/commands.ts';
import { idleCallback } from './idleCallback.ts';
import { openSystem } from './openSystem.ts';

const purchase = confirmed.purchase.command;

/** The buy dialog of a film's page, with a page that records its reports. The test takes the part of the command. */
function setUpDialog(command?: CommandProgress<'purchase'>, requiresPassword = false) {
  const clock = new SimulatedClock();
  const { parent, sent } = openSystem({ clock });
  const reports: CommandDialogReport[] = [];
  const page = createActor(
    fromCallback<EventObject & CommandDialogReport>(({ receive }) =>
      receive((report) => {
        if (report.type.startsWith('dialog.')) reports.push(report);
      }),
    ),
    { parent },
  ).start();
  const machine = commandDialogMachine.provide({
    actors: { followCommand: idleCallback<{ kind: CommandKind }>() },
  });
  const input = { kind: 'purchase', requiresPassword, afterSuccess: 'showAndLeave', command } as const;
  const actor = createActor(machine, { parent: page, input }).start();
  return {
    clock,
    /** The events for the root, in order. */
    sent,
    send: actor.send.bind(actor),
    snapshot: actor.getSnapshot.bind(actor),
    state: () => actor.getSnapshot().value,
    takeReports: () => reports.splice(0),
  };
}

/** The dialog while the root runs the confirmed purchase. */
function setUpSubmitting() {
  const setup = setUpDialog();
  setup.send({ type: 'dialog.open' });
  setup.send({ type: 'dialog.confirm', confirmed: confirmed.purchase });
  setup.send(changeTo('calling', purchase));
  setup.takeReports();
  return setup;
}

test('a confirm starts the command once', () => {
  const { send, sent } = setUpSubmitting();
  send({ type: 'dialog.confirm', confirmed: confirmed.purchase });
  expect(sent).toEqual([{ type: 'command.start', confirmed: confirmed.purchase }]);
});

test('a refusal keeps the dialog open, and the page hears of it with the failure', () => {
  const { send, state, takeReports } = setUpSubmitting();
  const refused = changeTo('refused', purchase, failureWith('seat_taken'));
  send(refused);
  expect({ state: state(), reports: takeReports() }).toEqual({
    state: { open: 'reviewing' },
    reports: [{ type: 'dialog.refused', command: refused.command }],
  });
});

test('Back closes the dialog of an unsettled command, and the page hears the status', () => {
  const { send, state, takeReports } = setUpSubmitting();
  const unsettled = changeTo('unsettled', purchase, failureWith('unreachable'));
  send({ type: 'dialog.back' });
  expect(state()).toEqual({ open: 'submitting' });
  send(unsettled);
  send({ type: 'dialog.back' });
  expect({ state: state(), reports: takeReports() }).toEqual({
    state: 'closed',
    reports: [{ type: 'dialog.closed', command: unsettled.command }],
  });
});

test('a dialog that was closed over an unsettled command starts no other one until the outcome is known', () => {
  const { send, sent, state } = setUpSubmitting();
  send(changeTo('unsettled', purchase, failureWith('unreachable')));
  send({ type: 'dialog.back' });
  send({ type: 'dialog.open' });
  send({ type: 'dialog.confirm', confirmed: confirmed.purchase });
  expect({ state: state(), commands: sent.length }).toEqual({ state: { open: 'reviewing' }, commands: 1 });
  send(changeTo('done', purchase));
  send({ type: 'dialog.confirm', confirmed: confirmed.purchase });
  expect({ state: state(), commands: sent.length }).toEqual({ state: { open: 'submitting' }, commands: 2 });
});

test('the page closes a dialog that waits for a confirm, but not one with a submitted command', () => {
  const { send, state } = setUpDialog();
  send({ type: 'dialog.open' });
  send({ type: 'dialog.close' });
  expect(state()).toBe('closed');
  const submitting = setUpSubmitting();
  submitting.send(changeTo('unsettled', purchase, failureWith('unreachable')));
  submitting.send({ type: 'dialog.close' });
  expect(submitting.state()).toEqual({ open: 'submitting' });
});

test('a success stays on the screen for exactly 1.5 s, then the dialog is done', () => {
  const { clock, send, snapshot, state, takeReports } = setUpSubmitting();
  send(changeTo('done', purchase));
  clock.increment(1499);
  expect({ state: state(), reports: takeReports() }).toEqual({ state: { open: 'succeeded' }, reports: [] });
  clock.increment(1);
  expect({ state: state(), reports: takeReports() }).toEqual({
    state: 'finished',
    reports: [{ type: 'dialog.closed' }],
  });
  expect(snapshot().status).toBe('done');
});

test.each([
  ['missing', '', 'Password is required!'],
  ['too long', 'x'.repeat(129), 'Maximum 128 characters for password'],
])('a password that is %s is refused at its field, and no command starts', (_, password, message) => {
  const { send, sent, snapshot } = setUpDialog(undefined, true);
  send({ type: 'dialog.open' });
  expect(selectIsPasswordRefused(snapshot())).toBe(false);
  send({ type: 'dialog.confirm', confirmed: { ...confirmed.purchase, password } });
  expect({
    isRefused: selectIsPasswordRefused(snapshot()),
    message: sentence(selectFailure(snapshot())),
    sent,
  }).toEqual({ isRefused: true, message, sent: [] });
});

test.each([
  ['wrong_password', true],
  ['not_enough_balance', false],
])('a refusal with %s concerns the password field: %s', (code, isRefused) => {
  const { send, snapshot } = setUpSubmitting();
  send(changeTo('refused', purchase, failureWith(code)));
  expect(selectIsPasswordRefused(snapshot())).toBe(isRefused);
});

test('a page that opens while the command runs shows it', () => {
  const { state, takeReports } = setUpDialog(changeTo('unsettled', purchase).command);
  expect({ state: state(), reports: takeReports() }).toEqual({
    state: { open: 'submitting' },
    reports: [{ type: 'dialog.resumed' }],
  });
});

describe('a page that opens while its command runs lets the user confirm again after a refusal', () => {
  const followCommand = idleCallback<{ kind: CommandKind }>();
  const dialog = commandDialogMachine.provide({ actors: { followCommand } });
  const refusal = failureWith('wrong_password');

  test('on Withdraw', () => {
    const { parent, sent } = openSystem();
    const { command } = confirmed.withdrawal;
    const input = { kind: command.kind, exit: '/', amountText: '50000', command: changeTo('calling', command).command };
    const page = createActor(amountFormMachine.provide({ actors: { dialog } }), { parent, input }).start();
    page.getSnapshot().children.dialog?.send(changeTo('refused', command, refusal));
    page.send({ type: 'amount.confirm', password: confirmed.withdrawal.password });
    expect(sent).toEqual([{ type: 'command.start', confirmed: confirmed.withdrawal }]);
  });

  test('on My Tickets', () => {
    const { parent, sent } = openSystem();
    const { command } = confirmed.cancellation;
    const machine = myTicketsMachine.provide({ actors: { dialog, watchClock: idleCallback<undefined>() } });
    const input = { now: 0, command: changeTo('calling', command).command };
    const page = createActor(machine, { parent, input }).start();
    page.getSnapshot().children.dialog?.send(changeTo('refused', command, refusal));
    page.send({ type: 'cancellation.confirm', password: confirmed.cancellation.password });
    expect(sent).toEqual([{ type: 'command.start', confirmed: confirmed.cancellation }]);
  });
});
