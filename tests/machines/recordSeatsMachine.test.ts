import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { recordSeatsMachine, type RecordSeatsInput } from '#machines/recordSeatsMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { ticketOf } from '../fixtures/people.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const about = { ticket: ticketOf('t1'), movieId: 7 };

function setUpRecordSeats() {
  const clock = new SimulatedClock();
  const sendSeats = controlledCall<unknown, RecordSeatsInput>();
  const actor = createActor(recordSeatsMachine.provide({ actors: { sendSeats: sendSeats.actor } }), {
    clock,
    input: about,
  }).start();
  return {
    clock,
    sendSeats,
    state: () => actor.getSnapshot().value,
    outcome: () => actor.getSnapshot().output,
  };
}

describe('section 4: the second call of a purchase or a cancellation', () => {
  test('is retried after 1 s and 2 s when it fails, and given up after three attempts', async () => {
    const { clock, sendSeats, outcome, state } = setUpRecordSeats();
    for (const delay of [1000, 2000]) {
      await sendSeats.fail(unreachable);
      clock.increment(delay - 1);
      expect(state()).toBe('waiting');
      clock.increment(1);
      expect(state()).toBe('calling');
    }
    await sendSeats.fail(unreachable);
    expect(state()).toBe('givenUp');
    clock.increment(60_000);
    expect({ state: state(), outcome: outcome(), requests: sendSeats.inputs() }).toEqual({
      state: 'givenUp',
      outcome: 'givenUp',
      requests: [about, about, about],
    });
  });

  test('is given up after exactly 10 s without a response', () => {
    const { clock, outcome, state } = setUpRecordSeats();
    clock.increment(9999);
    expect(state()).toBe('calling');
    clock.increment(1);
    expect({ state: state(), outcome: outcome() }).toEqual({ state: 'givenUp', outcome: 'givenUp' });
  });
});
