import { CallFailed, failed } from '#domain/failure.ts';
import type { ReportedHold } from '#domain/hall.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Ticket } from '#contract/ticket.ts';
import type { Marks, Secrets } from '#machines/computeMarks.ts';
import { countdownMachine, selectTimeLeft } from '#machines/countdownMachine.ts';
import {
  isSameSession,
  selectShare,
  selectTicket,
  ticketMachine,
  type TicketSession,
} from '#machines/ticketMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { openSystem } from './openSystem.ts';
import { ticketOf } from '../fixtures/people.ts';
import { MARK, sharedHold } from '../fixtures/sharedHold.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-05T07:30:00.000Z');
const ticket = ticketOf('t1');
const unsettled: TicketSession = { status: 'unsettled', userId: undefined, ticket: undefined, failure: undefined };
const held: TicketSession = { status: 'loaded', userId: 'u1', ticket, failure: undefined };
const none: TicketSession = { ...held, ticket: undefined };
const notLoaded: TicketSession = { ...none, status: 'failed', failure: failed('unreachable') };
const signedOut: TicketSession = { ...unsettled, status: 'signedOut' };

describe('the state of the ticket page', () => {
  test.each<[string, TicketSession, Ticket | undefined, string | object]>([
    ['the session is still being restored', unsettled, undefined, 'waiting'],
    ['the session is still being restored, and the ticket is saved', unsettled, ticket, 'waiting'],
    ['the user has the ticket', held, undefined, { shown: { current: 'alone' } }],
    ['the user has the ticket, and it is saved', held, ticket, { shown: { current: 'alone' } }],
    ['the user does not have the ticket', none, undefined, 'missing'],
    ['the user no longer has the ticket, and it is saved', none, ticket, 'missing'],
    ['the tickets could not be fetched', notLoaded, undefined, 'failed'],
    ['the tickets could not be fetched, and the ticket is saved', notLoaded, ticket, { shown: 'saved' }],
    ['the visitor is signed out', signedOut, undefined, 'guarded'],
    ['the visitor is signed out, and the ticket is saved', signedOut, ticket, { shown: 'saved' }],
  ])('when %s', (_, session, saved, state) => {
    expect(setUpTicket(session, saved).state()).toEqual(state);
  });

  test('uses the ticket from the server rather than the saved one', () => {
    const old = ticketOf('t1', [1]);
    expect(selectTicket(setUpTicket(held, old).actor.getSnapshot())).toEqual(ticket);
    expect(selectTicket(setUpTicket(signedOut, old).actor.getSnapshot())).toEqual(old);
  });
});

describe('a ticket saved on this device', () => {
  test('is saved for its user when the page opens', () => {
    expect(setUpTicket(held, undefined).log).toEqual([['save', 'u1', 't1']]);
    expect(setUpTicket(signedOut, ticket).log).toEqual([]);
    expect(setUpTicket(none, undefined).log).toEqual([]);
  });

  test('disappears on LOG OUT, and the page opens the sign-in dialog once', () => {
    const { actor, log, sent, state } = setUpTicket(held, ticket);
    actor.send({ type: 'savedTickets.changed', ticket: undefined });
    actor.send({ type: 'session.changed', session: signedOut });
    expect({ state: state(), log, sent }).toEqual({
      state: 'guarded',
      log: [['save', 'u1', 't1']],
      sent: [{ type: 'auth.required' }],
    });
  });

  test('can be removed while signed out', () => {
    const { actor, log, state } = setUpTicket(signedOut, ticket);
    actor.send({ type: 'savedTicket.remove' });
    expect(log).toEqual([['drop', 't1']]);
    actor.send({ type: 'savedTickets.changed', ticket: undefined });
    expect(state()).toBe('guarded');
  });

  test('shows after 2 s without a response, and stays while the tickets load', () => {
    const { actor, clock, state } = setUpTicket(unsettled, ticket);
    clock.increment(1999);
    expect(state()).toBe('waiting');
    clock.increment(1);
    expect(state()).toEqual({ shown: 'saved' });
    actor.send({ type: 'session.changed', session: { ...unsettled, userId: 'u1' } });
    expect(state()).toEqual({ shown: 'saved' });
  });

  test.each([
    [held, { shown: { current: 'alone' } }],
    [none, 'missing'],
    [{ ...held, status: 'unsettled' } as const, { shown: { current: 'alone' } }],
  ])('is replaced by the response of the server as soon as it arrives', (session, state) => {
    const setup = setUpTicket(unsettled, ticket);
    setup.clock.increment(2000);
    setup.actor.send({ type: 'session.changed', session });
    expect(setup.state()).toEqual(state);
  });

  test('does not show if it was never saved, however long the response takes', () => {
    const { clock, state } = setUpTicket(unsettled, undefined);
    clock.increment(60_000);
    expect(state()).toBe('waiting');
  });
});

describe('a ticket cancelled elsewhere while it is shown', () => {
  test('stays on the page as cancelled, and cannot be printed', () => {
    const { actor, state } = setUpTicket(held, ticket);
    actor.send({ type: 'session.changed', session: none });
    expect(state()).toBe('cancelled');
    expect(selectTicket(actor.getSnapshot())).toEqual(ticket);
    expect(actor.getSnapshot().can({ type: 'ticket.print' })).toBe(false);
  });

  test('is hidden from a signed-out visitor and from another user', () => {
    const { actor, state } = setUpTicket(held, undefined);
    actor.send({ type: 'session.changed', session: signedOut });
    expect(state()).toBe('guarded');
    actor.send({ type: 'session.changed', session: { ...none, userId: 'u2' } });
    expect(state()).toBe('missing');
    expect(selectTicket(actor.getSnapshot())).toBeUndefined();
  });
});

describe('the seats that a ticket shares with friends', () => {
  const shared: Ticket = { ...ticket, shareCode: 'a code', bookingTime: '2026-03-05T07:20:00.000Z' };
  const expiresAt = START + 5 * MINUTE;
  const beforePayment = { seatNumbers: [13, 14], paid: [11, 12], expiresAt };
  const afterPayment = { seatNumbers: [13], paid: [11, 12, 14], expiresAt };
  const others = { ...sharedHold(beforePayment), share: 'Zb81kQ0e' };
  const marks = { userId: undefined, shareCode: 'a code', userMark: undefined, codeMark: MARK };

  function setUpShared() {
    const setup = setUpTicket({ ...held, ticket: shared }, undefined);
    const { actor } = setup;
    return {
      ...setup,
      report: (...holds: ReportedHold[]) => actor.send({ type: 'seats.changed', report: { sold: [], holds }, at: 0 }),
      share: () => selectShare(actor.getSnapshot()),
    };
  }

  test('are recognised by the mark of its code, also in a report that arrives before the mark, and their time counts down', async () => {
    const { actor, computeMarks, report, share, state } = setUpShared();
    report(others, sharedHold(beforePayment));
    expect({ state: state(), share: share() }).toEqual({ state: sharing('computing'), share: undefined });
    await computeMarks.answer(marks);
    expect({ state: state(), share: share() }).toMatchObject({ state: sharing('running'), share: beforePayment });
    expect(computeMarks.inputs()).toEqual([
      { screening: { title: 'Metropolis', startsAt: START }, userId: undefined, shareCode: 'a code' },
    ]);
    const { countdown } = actor.getSnapshot().children;
    countdown?.send({ type: 'clock.ticked', now: START });
    expect(countdown && selectTimeLeft(countdown.getSnapshot())?.secondsLeft).toBe(300);
  });

  test('change when a friend pays for a seat', async () => {
    const { computeMarks, report, share } = setUpShared();
    await computeMarks.answer(marks);
    report(sharedHold(beforePayment));
    report(others, sharedHold(afterPayment));
    expect(share()).toMatchObject(afterPayment);
  });

  test('are shown until a report no longer has them, whatever the clock of the device says', async () => {
    const { actor, computeMarks, report, share, state } = setUpShared();
    await computeMarks.answer(marks);
    report(sharedHold(beforePayment));
    actor.getSnapshot().children.countdown?.send({ type: 'clock.ticked', now: expiresAt + MINUTE });
    expect({ state: state(), share: share() }).toMatchObject({ state: sharing('running'), share: beforePayment });
    report(others);
    expect({ state: state(), share: share() }).toEqual({ state: { shown: { current: 'alone' } }, share: undefined });
  });

  test('are not shown if the first report has no seats of the code', async () => {
    const { computeMarks, report, state } = setUpShared();
    await computeMarks.answer(marks);
    expect(state()).toEqual(sharing('recognising'));
    report(others);
    expect(state()).toEqual({ shown: { current: 'alone' } });
  });

  test('are recognised although the mark could not be computed at first: the page tries again after 5 s', async () => {
    const { clock, computeMarks, report, share } = setUpShared();
    report(sharedHold(beforePayment));
    await computeMarks.fail(new CallFailed({ code: 'unreachable' }));
    clock.increment(4999);
    expect(computeMarks.inputs()).toHaveLength(1);
    clock.increment(1);
    await computeMarks.answer(marks);
    expect(share()).toMatchObject(beforePayment);
  });
});

test('the session counts as changed when its status, user, ticket or failure differs', () => {
  const differences: readonly Partial<TicketSession>[] = [
    {},
    { status: 'failed' },
    { userId: 'u2' },
    { ticket: ticketOf('t1') },
    { failure: failed('internal') },
  ];
  const isSame = differences.map((difference) => isSameSession(held, { ...held, ...difference }));
  expect(isSame).toEqual([true, false, false, false, false]);
});

describe('printer and Retry', () => {
  test('an expired ticket can still be printed, a missing one cannot', () => {
    const { actor, log } = setUpTicket(signedOut, ticket);
    actor.send({ type: 'clock.ticked', now: START + 1 });
    actor.send({ type: 'ticket.print' });
    expect(log).toEqual([['print']]);
    expect(setUpTicket(none, undefined).actor.getSnapshot().can({ type: 'ticket.print' })).toBe(false);
  });

  test('Retry fetches the tickets again, and the ticket appears with the response', () => {
    const { actor, sent, state } = setUpTicket(notLoaded, undefined);
    actor.send({ type: 'ticket.retry' });
    expect(sent).toEqual([{ type: 'tickets.retry' }, { type: 'session.retry' }]);
    actor.send({ type: 'session.changed', session: { ...none, status: 'unsettled' } });
    expect(state()).toBe('waiting');
    actor.send({ type: 'session.changed', session: held });
    expect(state()).toEqual({ shown: { current: 'alone' } });
  });
});

function setUpTicket(session: TicketSession, saved: Ticket | undefined) {
  const clock = new SimulatedClock();
  const log: unknown[][] = [];
  const computeMarks = controlledCall<Marks, Secrets & { readonly screening: MarkedScreening }>();
  const { parent, sent } = openSystem({ clock });
  const actor = createActor(
    ticketMachine.provide({
      actors: {
        watchClock: idleCallback<undefined>(),
        watchSession: idleCallback<{ ticketId: string }>(),
        watchSavedTickets: idleCallback<{ ticketId: string }>(),
        computeMarks: computeMarks.actor,
        countdown: countdownMachine.provide({ actors: { watchSeconds: idleCallback<undefined>() } }),
      },
      actions: {
        saveTicket: (_, params) => log.push(['save', params.userId, params.ticket?.id]),
        dropTicket: (_, { ticketId }) => log.push(['drop', ticketId]),
        print: () => log.push(['print']),
      },
    }),
    { parent, input: { ticketId: 't1', now: START - 1 } },
  );
  actor.start();
  actor.send({ type: 'savedTickets.changed', ticket: saved });
  actor.send({ type: 'session.changed', session });
  return { actor, clock, computeMarks, log, sent, state: () => actor.getSnapshot().value };
}

/** The state of the page while it looks for shared seats, or shows them. */
function sharing(step: 'computing' | 'recognising' | 'running') {
  return { shown: { current: { shared: step } } };
}
