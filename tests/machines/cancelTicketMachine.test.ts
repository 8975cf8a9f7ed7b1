import { assign, createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Ticket } from '#contract/ticket.ts';
import { CallFailed } from '#domain/failure.ts';
import { cancelTicketMachine, type CancelTicketFact } from '#machines/cancelTicketMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { ticketOf } from './people.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const cancelled = { type: 'tickets.cancelled', ticket: ticketOf('t1') };

describe('section 2: an expired ticket', () => {
  test.each([
    [START - 1, 'askingPassword'],
    [START, 'closed'],
    [START + 1, 'closed'],
  ])('at %i the dialog is %s', (now, state) => {
    const stage = stageCancel(now);
    stage.actor.send({ type: 'cancel.open', ticket: ticketOf('t1') });
    expect(stage.state()).toBe(state);
  });

  test('cannot open the dialog once the clock has passed its start', () => {
    const { actor, state } = stageCancel(START - 1);
    actor.send({ type: 'clock.ticked', now: START });
    expect(actor.getSnapshot().can({ type: 'cancel.open', ticket: ticketOf('t1') })).toBe(false);
    actor.send({ type: 'cancel.open', ticket: ticketOf('t1') });
    expect(state()).toBe('closed');
  });
});

describe('section 5: cancelling needs the account password', () => {
  test.each([
    ['', 'Password is required!'],
    ['p'.repeat(129), 'Maximum 128 characters for password'],
  ])('the password "%s" is refused and calls nobody', (password, sentence) => {
    const { actor, cancelTicket, failure, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'askingPassword', failure: sentence });
    expect(cancelTicket.inputs()).toEqual([]);
  });

  test('a wrong one stays in the dialog with its sentence and can be corrected', async () => {
    const { actor, cancelTicket, facts, failure, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn?' });
    await cancelTicket.fail(new CallFailed({ code: 'wrong_password', message: 'The password is wrong' }));
    expect({ state: state(), failure: failure() }).toEqual({
      state: 'askingPassword',
      failure: 'The password is wrong',
    });
    expect(facts).toEqual([notify('error', 'The password is wrong')]);
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    expect(failure()).toBeUndefined();
    expect(cancelTicket.inputs().map(({ password }) => password)).toEqual(['popcorn?', 'popcorn!']);
  });

  test.each(['answered', 'refused'])('none stays in memory once the call is %s', async (outcome) => {
    const { actor, cancelTicket } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await (outcome === 'answered' ? cancelTicket.answer({}) : cancelTicket.fail(unreachable));
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('popcorn!');
  });

  test('going back closes the dialog and forgets ticket and failure', () => {
    const { actor, failure, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: '' });
    actor.send({ type: 'cancel.back' });
    expect({ state: state(), failure: failure(), ticket: actor.getSnapshot().context.ticket }).toEqual({
      state: 'closed',
      failure: undefined,
      ticket: undefined,
    });
  });
});

describe('section 4: cancel', () => {
  test('first the ticket with the password, then the booked seats; a message, and the dialog closes', async () => {
    const { actor, cancelTicket, facts, releaseSeats, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    expect(state()).toBe('cancelling');
    expect(cancelTicket.inputs()).toEqual([{ ticketId: 't1', password: 'popcorn!', idempotencyKey: 'key-1' }]);
    expect(releaseSeats.inputs()).toEqual([]);
    await cancelTicket.answer({ message: 'Done' });
    expect(state()).toBe('releasingSeats');
    expect(releaseSeats.inputs()).toEqual([ticketOf('t1')]);
    expect(facts).toEqual([cancelled]);
    await releaseSeats.answer({ message: 'Done' });
    expect(state()).toBe('closed');
    expect(facts).toEqual([cancelled, notify('success', 'Ticket cancelled')]);
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, cancelTicket, releaseSeats } = stageAsking();
    const confirm = { type: 'cancel.confirm', password: 'popcorn!' } as const;
    actor.send(confirm);
    actor.send(confirm);
    expect(actor.getSnapshot().can(confirm)).toBe(false);
    expect(actor.getSnapshot().can({ type: 'cancel.back' })).toBe(false);
    await cancelTicket.answer({});
    actor.send(confirm);
    await releaseSeats.answer({});
    actor.send(confirm);
    expect(cancelTicket.inputs()).toHaveLength(1);
  });

  test('the same intent sent again repeats its key, another opening has another', async () => {
    const { actor, cancelTicket } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.fail(unreachable);
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.fail(unreachable);
    actor.send({ type: 'cancel.back' });
    actor.send({ type: 'cancel.open', ticket: ticketOf('t1') });
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    expect(cancelTicket.inputs().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1', 'key-2']);
  });

  test('a second call that fails is repeated after 1 s, 2 s and 4 s, no more, and nothing is refunded again', async () => {
    const { actor, cancelTicket, clock, facts, releaseSeats, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.answer({});
    for (const delay of [1000, 2000, 4000]) {
      await releaseSeats.fail(unreachable);
      clock.increment(delay - 1);
      expect(state()).toBe('waitingToRelease');
      clock.increment(1);
      expect(state()).toBe('releasingSeats');
    }
    await releaseSeats.fail(unreachable);
    expect(state()).toBe('closed');
    expect({ cancels: cancelTicket.inputs().length, releases: releaseSeats.inputs().length }).toEqual({
      cancels: 1,
      releases: 4,
    });
    expect(facts).toEqual([cancelled, notify('success', 'Ticket cancelled')]);
  });

  test('a second call that never answers is waited for 10 s and not longer: the ticket is cancelled already', async () => {
    const { actor, cancelTicket, clock, facts, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.answer({});
    clock.increment(9999);
    expect(state()).toBe('releasingSeats');
    clock.increment(1);
    expect(state()).toBe('closed');
    expect(facts).toEqual([cancelled, notify('success', 'Ticket cancelled')]);
  });

  test('the next cancel has its own three repetitions', async () => {
    const { actor, cancelTicket, clock, releaseSeats, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.answer({});
    await releaseSeats.fail(unreachable);
    clock.increment(1000);
    await releaseSeats.answer({});
    actor.send({ type: 'cancel.open', ticket: ticketOf('t2') });
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.answer({});
    await releaseSeats.fail(unreachable);
    clock.increment(999);
    expect(state()).toBe('waitingToRelease');
    clock.increment(1);
    expect(state()).toBe('releasingSeats');
  });
});

function stageCancel(now: number) {
  const clock = new SimulatedClock();
  const cancelTicket = controlledCall<unknown, { ticketId: string; password: string; idempotencyKey: string }>();
  const releaseSeats = controlledCall<unknown, Ticket>();
  const facts: CancelTicketFact[] = [];
  let keys = 0;
  const actor = createActor(
    cancelTicketMachine.provide({
      actors: {
        watchClock: idleCallback<undefined>(),
        cancelTicket: cancelTicket.actor,
        releaseSeats: releaseSeats.actor,
      },
      actions: {
        announce: (_, fact) => facts.push(fact),
        renewIdempotencyKey: assign({ idempotencyKey: () => `key-${++keys}` }),
      },
    }),
    { clock, input: { now } },
  ).start();
  const state = () => actor.getSnapshot().value;
  const failure = () => actor.getSnapshot().context.failure;
  return { actor, cancelTicket, clock, facts, failure, releaseSeats, state };
}

function stageAsking() {
  const stage = stageCancel(START - 1);
  stage.actor.send({ type: 'cancel.open', ticket: ticketOf('t1') });
  return stage;
}

function notify(type: 'error' | 'success', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'top-right' } };
}
