import { createActor, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { findIntent, followIntent, startOf } from '#machines/rootIntents.ts';
import { idleCallback } from './idleCallback.ts';
import { ticketOf } from '../fixtures/people.ts';
import { stageIntents, toast, rootWith } from './stageIntents.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });
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

  test('a wrong one stays in the dialog with its sentence and can be corrected, as another intent', async () => {
    const { actor, cancelTicket, emitted, failure, state } = stageAsking();
    actor.send({ type: 'cancel.confirm', password: 'popcorn?' });
    await cancelTicket.fail(wrongPassword);
    expect({ state: state(), failure: failure() }).toEqual({
      state: 'askingPassword',
      failure: 'The password is wrong',
    });
    expect(emitted).toEqual([toast('error', 'The password is wrong', 'top-right')]);
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    expect(failure()).toBeUndefined();
    expect(cancelTicket.inputs()).toEqual([asked('popcorn?', 'key-1'), asked('popcorn!', 'key-2')]);
  });

  test('none is ever in the memory of the page, nor in that of the root once the outcome is known', async () => {
    const { actor, cancelTicket, clock, memory } = stageConfirmed();
    const inPage = () => JSON.stringify(actor.getPersistedSnapshot());
    expect(inPage()).not.toContain('popcorn!');
    await cancelTicket.fail(unreachable);
    expect(inPage()).not.toContain('popcorn!');
    clock.increment(1000);
    await cancelTicket.answer({});
    expect(`${inPage()} ${memory()}`).not.toContain('popcorn!');
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
    const { cancelTicket, dialog, emitted, releaseSeats, state } = stageConfirmed();
    expect({ state: state(), dialog: dialog() }).toEqual({ state: 'cancelling', dialog: shown('calling') });
    expect(cancelTicket.inputs()).toEqual([asked('popcorn!', 'key-1')]);
    expect(releaseSeats.inputs()).toEqual([]);
    await cancelTicket.answer({ message: 'Done' });
    expect({ state: state(), dialog: dialog() }).toEqual({ state: 'cancelling', dialog: shown('confirming') });
    expect(releaseSeats.inputs()).toEqual([{ ticket: ticketOf('t1'), movieId: undefined }]);
    expect(emitted).toEqual([cancelled]);
    await releaseSeats.answer({ message: 'Done' });
    expect(state()).toBe('closed');
    expect(emitted).toEqual([cancelled, toast('success', 'Ticket cancelled', 'top-right')]);
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, cancelTicket, releaseSeats } = stageConfirmed();
    const confirm = { type: 'cancel.confirm', password: 'popcorn!' } as const;
    actor.send(confirm);
    expect(actor.getSnapshot().can(confirm)).toBe(false);
    expect(actor.getSnapshot().can({ type: 'cancel.back' })).toBe(false);
    await cancelTicket.answer({});
    actor.send(confirm);
    await releaseSeats.answer({});
    actor.send(confirm);
    expect(cancelTicket.inputs()).toHaveLength(1);
  });

  test('a second call that fails is repeated after 1 s and 2 s, no more, and nothing is refunded again', async () => {
    const { cancelTicket, clock, emitted, releaseSeats, state } = stageConfirmed();
    await cancelTicket.answer({});
    for (const [calls, delay] of [
      [1, 1000],
      [2, 2000],
    ] as const) {
      await releaseSeats.fail(unreachable);
      clock.increment(delay - 1);
      expect({ state: state(), calls: releaseSeats.inputs().length }).toEqual({ state: 'cancelling', calls });
      clock.increment(1);
    }
    await releaseSeats.fail(unreachable);
    expect(state()).toBe('closed');
    expect({ cancels: cancelTicket.inputs().length, releases: releaseSeats.inputs().length }).toEqual({
      cancels: 1,
      releases: 3,
    });
    expect(emitted).toEqual([cancelled, toast('success', 'Ticket cancelled', 'top-right')]);
  });

  test('a second call that never answers is waited for 10 s and not longer: the ticket is cancelled already', async () => {
    const { cancelTicket, clock, emitted, state } = stageConfirmed();
    await cancelTicket.answer({});
    clock.increment(9999);
    expect(state()).toBe('cancelling');
    clock.increment(1);
    expect(state()).toBe('closed');
    expect(emitted).toEqual([cancelled, toast('success', 'Ticket cancelled', 'top-right')]);
  });

  test('the next cancel has its own repetitions', async () => {
    const { actor, cancelTicket, clock, releaseSeats } = stageConfirmed();
    await cancelTicket.answer({});
    await releaseSeats.fail(unreachable);
    clock.increment(1000);
    await releaseSeats.answer({});
    actor.send({ type: 'cancel.open', ticket: ticketOf('t2') });
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    await cancelTicket.answer({});
    await releaseSeats.fail(unreachable);
    clock.increment(999);
    expect(releaseSeats.inputs()).toHaveLength(3);
    clock.increment(1);
    expect(releaseSeats.inputs()).toHaveLength(4);
  });

  test('a ticket that was cancelled elsewhere closes the dialog and is no error', async () => {
    const { cancelTicket, emitted, failure, state } = stageConfirmed();
    await cancelTicket.fail(new CallFailed({ code: 'ticket_not_found', message: 'There is no such ticket' }));
    expect({ state: state(), failure: failure(), emitted }).toEqual({
      state: 'closed',
      failure: undefined,
      emitted: [toast('info', sentences.ticketGone, 'top-right'), { type: 'account.changed' }],
    });
  });
});

describe('a cancellation whose answer does not come', () => {
  test('is asked again with the same key and password, and says so in the dialog and once in toasts', async () => {
    const { cancelTicket, clock, dialog, emitted, online, state } = stageConfirmed();
    await cancelTicket.fail(unreachable);
    clock.increment(1000);
    await cancelTicket.fail(unreachable);
    online.goOnline();
    expect(cancelTicket.inputs()).toEqual(Array.from({ length: 3 }, () => asked('popcorn!', 'key-1')));
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'cancelling',
      dialog: { ...shown('unsettled'), failure: 'The cinema cannot be reached.' },
    });
    expect(emitted).toEqual([toast('error', 'The cinema cannot be reached.', 'top-right')]);
    await cancelTicket.answer({});
    expect(dialog()).toEqual(shown('confirming'));
  });

  test('lets the dialog be closed, but no other ticket be cancelled until its end is known', async () => {
    const { actor, cancelTicket, dialog, releaseSeats, state } = stageConfirmed();
    await cancelTicket.fail(unreachable);
    actor.send({ type: 'cancel.back' });
    expect(state()).toBe('closed');
    actor.send({ type: 'cancel.open', ticket: ticketOf('t2') });
    actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
    expect({ state: state(), dialog: dialog(), calls: cancelTicket.inputs().length }).toEqual({
      state: 'askingPassword',
      dialog: { stage: 'waiting', ticket: ticketOf('t2'), failure: undefined },
      calls: 1,
    });
    actor.send({ type: 'cancel.confirm', password: '' });
    expect(dialog().failure).toBe('Password is required!');
    expect(releaseSeats.inputs()).toEqual([]);
  });
});

describe('a cancellation outlives its page', () => {
  test('leaving the page leaves it running, and its end is told', async () => {
    const { actor, cancelTicket, clock, emitted, releaseSeats } = stageConfirmed();
    actor.stop();
    await cancelTicket.fail(unreachable);
    clock.increment(1000);
    await cancelTicket.answer({});
    await releaseSeats.answer({});
    expect(emitted.slice(1)).toEqual([cancelled, toast('success', 'Ticket cancelled', 'top-right')]);
  });

  test('a page that is come to while it runs shows it, with its ticket', async () => {
    const { actor, cancelTicket, come, releaseSeats } = stageConfirmed();
    actor.stop();
    await cancelTicket.answer({});
    const { dialog, state } = come(START - 1);
    expect({ state: state(), dialog: dialog() }).toEqual({ state: 'cancelling', dialog: shown('confirming') });
    await releaseSeats.answer({});
    expect(state()).toBe('closed');
  });

  test('a page come to meanwhile asks for the password again when it is refused', async () => {
    const { actor, cancelTicket, come } = stageConfirmed();
    actor.stop();
    const { dialog, state } = come(START - 1);
    await cancelTicket.fail(wrongPassword);
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'askingPassword',
      dialog: { ...shown('reviewing'), failure: 'The password is wrong' },
    });
  });

  test('a visitor who leaves ends it, and the dialog closes', () => {
    const { intents, state } = stageConfirmed();
    intents.send({ type: 'visitor.left' });
    expect(state()).toBe('closed');
  });
});

/** The dialog beside the intents of the root. */
function stageCancel(now: number) {
  const stage = stageIntents();
  const { clock, intents } = stage;
  let keys = 0;

  const come = (now: number) => {
    const actor = createActor(
      cancelTicketMachine.provide({
        actors: {
          watchClock: idleCallback<undefined>(),
          watchIntent: followIntent('cancellation', () => rootWith(intents)),
        },
        actions: {
          startIntent: sendTo(intents, (_, unkeyed) => startOf(unkeyed, `key-${++keys}`)),
        },
      }),
      {
        clock,
        input: { now, intent: findIntent(intents, 'cancellation') },
      },
    ).start();
    const failure = () => selectFailure(actor.getSnapshot());
    return {
      actor,
      failure,
      state: () => actor.getSnapshot().value,
      /** What the dialog shows. */
      dialog: () => ({
        stage: selectStage(actor.getSnapshot()),
        ticket: actor.getSnapshot().context.ticket,
        failure: failure(),
      }),
    };
  };
  return { ...stage, ...come(now), come };
}

function stageAsking() {
  const stage = stageCancel(START - 1);
  stage.actor.send({ type: 'cancel.open', ticket: ticketOf('t1') });
  return stage;
}

function stageConfirmed() {
  const stage = stageAsking();
  stage.actor.send({ type: 'cancel.confirm', password: 'popcorn!' });
  return stage;
}

function asked(password: string, idempotencyKey: string) {
  return { ticketId: 't1', password, idempotencyKey };
}

function shown(stage: string) {
  return { stage, ticket: ticketOf('t1'), failure: undefined };
}
