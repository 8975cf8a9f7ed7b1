import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import { toastsMachine } from '#machines/toastsMachine.ts';
import { sessionMachine } from '#machines/sessionMachine.ts';
import { brokenInvariants } from '../../src/web/inspectorOptions/invariants.ts';
import { ana, ticketOf } from '../fixtures/people.ts';

const account = { user: ana, tickets: [ticketOf('t1')], savedTickets: [], attempts: 0, failure: undefined };
const signedIn = (changes: Partial<typeof account>) =>
  sessionMachine.resolveState({ value: { signedIn: { ready: 'current' } }, context: { ...account, ...changes } });

test.each([
  ['nothing when every rule holds', {}, []],
  ['a balance below 0', { user: { ...ana, balance: -1 } }, ['session: the balance is never below 0']],
  [
    'a ticket that is listed twice',
    { tickets: [ticketOf('t1'), ticketOf('t1')] },
    ['session: no ticket is listed twice'],
  ],
])('the check of a session reports %s', (_, changes, broken) => {
  expect(brokenInvariants(signedIn(changes))).toEqual(broken);
});

test('the check of the sign-in dialog reports a password that its data contains', () => {
  const dialog = createActor(authDialogMachine).getSnapshot();
  const { context, value } = dialog;
  const filled = { ...context, initial: { ...context.initial, password: 'battery staple' } };
  expect(brokenInvariants(dialog)).toEqual([]);
  expect(brokenInvariants(authDialogMachine.resolveState({ value, context: filled }))).toEqual([
    'authDialog: it keeps no password',
  ]);
});

test('the rules of one machine do not apply to another', () => {
  expect(brokenInvariants(createActor(toastsMachine).getSnapshot())).toEqual([]);
});
