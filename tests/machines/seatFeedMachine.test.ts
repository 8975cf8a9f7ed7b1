import type { SeatReport } from '#machines/environment.ts';
import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Screening } from '#domain/showtimes.ts';
import { seatFeedMachine, type SeatFeedEvent, type SeatFeedReport } from '#machines/seatFeedMachine.ts';
import { controlledCall } from './controlledCall.ts';

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };

/** A feed of one screening whose parent records its events. */
function setUpFeed() {
  const clock = new SimulatedClock();
  const loadSeats = controlledCall<SeatReport, Screening>();
  const watched: Screening[] = [];
  const received: (readonly number[])[] = [];
  const parent = createActor(
    fromCallback<SeatFeedReport>(({ receive }) =>
      receive((report) => {
        if (report.type === 'seats.changed') received.push(report.seatNumbers);
      }),
    ),
    { clock },
  ).start();
  const actor = createActor(
    seatFeedMachine.provide({
      actors: {
        watchSeats: fromCallback<EventObject, Screening>(({ input }) => {
          watched.push(input);
        }),
        loadSeats: loadSeats.actor,
      },
    }),
    { parent, input: screening },
  ).start();

  return {
    clock,
    received,
    loadSeats,
    /** The screenings that the feed subscribed to. */
    watched,
    state: () => actor.getSnapshot().value,
    send: (event: SeatFeedEvent) => actor.send(event),
  };
}

describe('the seat feed after losing its connection', () => {
  test('fetches the seats at once and every 5 s, until the same subscription reconnects', async () => {
    const { clock, received, loadSeats, send, state, watched } = setUpFeed();
    send({ type: 'seats.disconnected' });
    expect({ state: state(), fetched: loadSeats.inputs() }).toEqual({ state: 'refetching', fetched: [screening] });
    await loadSeats.answer({ seatNumbers: [1, 2, 30] });
    expect(received).toEqual([[1, 2, 30]]);
    send({ type: 'seats.disconnected' });
    clock.increment(4999);
    expect(state()).toBe('waiting');
    clock.increment(1);
    expect(state()).toBe('refetching');
    send({ type: 'seats.connected' });
    expect(state()).toBe('following');
    clock.increment(10_000);
    expect({ fetched: loadSeats.inputs().length, watched }).toEqual({ fetched: 2, watched: [screening] });
  });

  test('ignores a response that arrives after it reconnected', async () => {
    const { received, loadSeats, send } = setUpFeed();
    send({ type: 'seats.disconnected' });
    send({ type: 'seats.connected' });
    send({ type: 'seats.received', seatNumbers: [1, 2, 30] });
    await loadSeats.answer({ seatNumbers: [1, 2] });
    expect(received).toEqual([[1, 2, 30]]);
  });
});
