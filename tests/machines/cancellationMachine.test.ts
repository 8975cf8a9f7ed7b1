import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { cancellationMachine, isCancellationRunning, selectCancellation } from '#machines/cancellationMachine.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { listeningParent } from './listeningParent.ts';
import { onlineSwitch } from './onlineSwitch.ts';
import { ticketOf } from './people.ts';
import { cancellationOf } from './stageIntents.ts';

const ticket = ticketOf('t1');
const call = { ticketId: 't1', password: 'popcorn!', idempotencyKey: 'key-1' };
const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });
const gone = new CallFailed({ code: 'ticket_not_found', message: 'There is no such ticket' });
const refunded = { type: 'cancellation.refunded', ticket };

describe('section 4: a cancellation that was confirmed', () => {
  test('asks for the ticket with the password first, then for the booked seats', async () => {
    const { cancelTicket, output, releaseSeats, stage } = stageCancellation();
    expect({ stage: stage(), first: cancelTicket.inputs(), second: releaseSeats.inputs() }).toEqual({
      stage: 'calling',
      first: [call],
      second: [],
    });
    await cancelTicket.answer({});
    expect({ stage: stage(), second: releaseSeats.inputs() }).toEqual({
      stage: 'confirming',
      second: [{ ticket, movieId: undefined }],
    });
    await releaseSeats.answer({});
    expect({ stage: stage(), output: output() }).toEqual({ stage: 'cancelled', output: { kind: 'cancelled' } });
  });

  test('tells of the refund when the first call settles, not after the second', async () => {
    const { cancelTicket, news, releaseSeats } = stageCancellation();
    await cancelTicket.answer({});
    expect(news).toEqual([refunded]);
    await releaseSeats.answer({});
    expect(news).toEqual([refunded]);
  });

  test('is a cancellation all the same when the second call keeps failing, and refunds once', async () => {
    const { cancelTicket, clock, news, output, releaseSeats } = stageCancellation();
    await cancelTicket.answer({});
    for (const delay of [1000, 2000]) {
      await releaseSeats.fail(unreachable);
      clock.increment(delay);
    }
    await releaseSeats.fail(unreachable);
    expect(output()).toEqual({ kind: 'cancelled' });
    expect(news).toEqual([refunded]);
    expect({ first: cancelTicket.inputs().length, second: releaseSeats.inputs().length }).toEqual({
      first: 1,
      second: 3,
    });
  });

  test('ends refused with the reason, and nothing is refunded', async () => {
    const { cancelTicket, news, output, releaseSeats, stage } = stageCancellation();
    await cancelTicket.fail(wrongPassword);
    expect({ stage: stage(), output: output(), news, second: releaseSeats.inputs() }).toEqual({
      stage: 'refused',
      output: { kind: 'refused', failure: wrongPassword },
      news: [],
      second: [],
    });
  });

  test('of a ticket that is gone already is no failure, and nothing is refunded', async () => {
    const { cancelTicket, news, output, releaseSeats, standing } = stageCancellation();
    await cancelTicket.fail(gone);
    expect({ standing: standing(), output: output(), news, second: releaseSeats.inputs() }).toEqual({
      standing: { stage: 'cancelled', ticket, failure: undefined },
      output: { kind: 'gone' },
      news: [],
      second: [],
    });
  });

  test('counts as running until its end is known', async () => {
    const { cancelTicket, releaseSeats, standing } = stageCancellation();
    expect(isCancellationRunning(undefined)).toBe(false);
    expect(isCancellationRunning(standing())).toBe(true);
    await cancelTicket.answer({});
    expect(isCancellationRunning(standing())).toBe(true);
    await releaseSeats.answer({});
    expect(isCancellationRunning(standing())).toBe(false);
    expect(isCancellationRunning({ ...standing(), stage: 'refused' })).toBe(false);
  });
});

describe('an answer that says nothing of the outcome', () => {
  test('makes the same be asked again, with its key and password, after 1, 2, 5, 15 and 15 s, until one says it', async () => {
    const { cancelTicket, clock, news, standing } = stageCancellation();
    let calls = 1;
    for (const delay of [1000, 2000, 5000, 15_000, 15_000]) {
      await cancelTicket.fail(unreachable);
      clock.increment(delay - 1);
      expect(cancelTicket.inputs()).toHaveLength(calls);
      clock.increment(1);
      expect(cancelTicket.inputs()).toHaveLength(++calls);
      expect(standing()).toEqual({ stage: 'unsettled', ticket, failure: unreachable });
    }
    await cancelTicket.answer({});
    expect(standing()).toEqual({ stage: 'confirming', ticket, failure: undefined });
    expect(cancelTicket.inputs()).toEqual(Array.from({ length: 6 }, () => call));
    expect(news).toEqual([{ type: 'cancellation.unsettled', failure: unreachable }, refunded]);
  });

  test('makes it be asked again at once when the browser is online again', async () => {
    const { cancelTicket, clock, online } = stageCancellation();
    await cancelTicket.fail(unreachable);
    online.goOnline();
    expect(cancelTicket.inputs()).toEqual([call, call]);
    online.goOnline();
    clock.increment(60_000);
    expect(cancelTicket.inputs()).toHaveLength(2);
  });

  test.each([
    ['refuses', wrongPassword, { kind: 'refused', failure: wrongPassword }],
    ['knows no such ticket', gone, { kind: 'gone' }],
  ])('may be followed by one that %s', async (_, failure, end) => {
    const { cancelTicket, clock, output } = stageCancellation();
    await cancelTicket.fail(unreachable);
    clock.increment(1000);
    await cancelTicket.fail(failure);
    expect(output()).toEqual(end);
  });
});

describe('section 6: the password', () => {
  test.each([
    ['answered', undefined],
    ['refused', wrongPassword],
    ['about a ticket that is gone', gone],
  ])('is in memory while it is needed, and no more once the call is %s', async (_, failure) => {
    const { cancelTicket, clock, memory } = stageCancellation();
    await cancelTicket.fail(unreachable);
    expect(memory()).toContain('popcorn!');
    clock.increment(1000);
    await (failure === undefined ? cancelTicket.answer({}) : cancelTicket.fail(failure));
    expect(memory()).not.toContain('popcorn!');
  });
});

function stageCancellation() {
  const clock = new SimulatedClock();
  const { news, parent } = listeningParent(clock);
  const online = onlineSwitch();
  const cancelTicket = controlledCall<unknown, { ticketId: string; password: string; idempotencyKey: string }>();
  const releaseSeats = controlledCall<unknown, Confirmation>();
  const actor = createActor(
    cancellationMachine.provide({
      actors: {
        cancelTicket: cancelTicket.actor,
        confirmation: confirmationMachine.provide({ actors: { confirm: releaseSeats.actor } }),
        watchOnline: online.actor,
      },
    }),
    { input: cancellationOf('key-1'), parent },
  ).start();
  const standing = () => selectCancellation(actor.getSnapshot());
  return {
    cancelTicket,
    clock,
    news,
    online,
    releaseSeats,
    standing,
    memory: () => JSON.stringify(actor.getPersistedSnapshot()),
    output: () => actor.getSnapshot().output,
    stage: () => standing().stage,
  };
}
