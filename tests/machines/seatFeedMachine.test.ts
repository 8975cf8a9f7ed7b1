import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Screening } from '#domain/showtimes.ts';
import { FEED_HEARTBEAT, FEED_SILENCE } from '#domain/timings.ts';
import {
  seatFeedMachine,
  type ReceivedReport,
  type SeatFeedEvent,
  type SeatFeedReport,
} from '#machines/seatFeedMachine.ts';
import { controlledCall } from './controlledCall.ts';

const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const POLL_INTERVAL = 10_000;
const REOPEN_DELAY = 3000;

/** The seat feed of one screening on a visible page. Its parent records the reports. */
function setUpFeed({ isLoaded = true } = {}) {
  const clock = new SimulatedClock();
  const loadSeats = controlledCall<ReceivedReport, Screening>();
  const streams: { readonly screening: Screening; isOpen: boolean }[] = [];
  const reports: SeatFeedReport[] = [];
  const parent = createActor(
    fromCallback<SeatFeedReport>(({ receive }) => receive((report) => reports.push(report))),
    { clock },
  ).start();
  const actor = createActor(
    seatFeedMachine.provide({
      actors: {
        watchPage: fromCallback<EventObject, undefined>(({ sendBack }) => sendBack({ type: 'page.shown' })),
        watchSeats: fromCallback<EventObject, Screening>(({ input }) => {
          const stream = { screening: input, isOpen: true };
          streams.push(stream);
          return () => {
            stream.isOpen = false;
          };
        }),
        loadSeats: loadSeats.actor,
      },
    }),
    { parent, input: { screening, isLoaded } },
  ).start();
  const send = (event: SeatFeedEvent) => actor.send(event);

  return {
    loadSeats,
    send,
    /** Closes the stream for good. */
    close: () => {
      send({ type: 'feed.lost' });
      send({ type: 'feed.closed' });
    },
    /** Lets the stream send all sold seats. */
    receive: (...seats: number[]) => send({ type: 'seats.received', ...seatsSold(...seats) }),
    wait: (milliseconds: number) => clock.increment(milliseconds),
    /** The number of requests for the seats so far. */
    fetches: () => loadSeats.inputs().length,
    /** Whether each stream so far is open, oldest first. */
    streams: () => streams.map(({ isOpen }) => isOpen),
    screenings: () => streams.map((stream) => stream.screening),
    takeReports: () => reports.splice(0),
  };
}

function sold(...seats: number[]): SeatFeedReport {
  return { type: 'seats.changed', ...seatsSold(...seats) };
}

/** A response of the server in which no seat is held. */
function seatsSold(...seats: number[]): ReceivedReport {
  return { report: { sold: seats, holds: [] }, at: 0 };
}

describe('the first fetch', () => {
  test('reports the seats, and only then opens a stream', async () => {
    const { loadSeats, screenings, takeReports } = setUpFeed({ isLoaded: false });
    expect({ fetched: loadSeats.inputs(), streams: screenings() }).toEqual({ fetched: [screening], streams: [] });
    await loadSeats.answer(seatsSold(1, 2));
    expect({ reports: takeReports(), streams: screenings() }).toEqual({ reports: [sold(1, 2)], streams: [screening] });
  });

  test('is not made when the parent has the seats', () => {
    const { fetches, screenings } = setUpFeed();
    expect({ fetches: fetches(), streams: screenings() }).toEqual({ fetches: 0, streams: [screening] });
  });

  test('reports a failure, and runs again when the parent retries', async () => {
    const { loadSeats, fetches, send, takeReports, wait } = setUpFeed({ isLoaded: false });
    const error = new Error('The server is unreachable');
    await loadSeats.fail(error);
    wait(60_000);
    expect({ reports: takeReports(), fetches: fetches() }).toEqual({
      reports: [{ type: 'seats.failed', error }],
      fetches: 1,
    });
    send({ type: 'seats.retry' });
    await loadSeats.answer(seatsSold(3));
    expect(takeReports()).toEqual([sold(3)]);
  });
});

describe('a live stream', () => {
  test('reports each event', () => {
    const { send, takeReports } = setUpFeed();
    const report = { sold: [1], holds: [{ by: 'hK3x9Qa1', id: '7f3a12c0', seatNumbers: [2], expiresAt: 300_000 }] };
    send({ type: 'seats.received', report, at: 5 });
    expect(takeReports()).toEqual([{ type: 'seats.changed', report, at: 5 }]);
  });

  test('tells the parent with each heartbeat that the last report still holds', () => {
    const { receive, send, takeReports } = setUpFeed();
    receive(1);
    send({ type: 'feed.heard', at: 7 });
    expect(takeReports()).toEqual([sold(1), { type: 'seats.unchanged', at: 7 }]);
  });

  test('with events or heartbeats makes no request', () => {
    const { fetches, receive, send, wait } = setUpFeed();
    receive(1);
    for (let beats = 0; beats < 20; beats += 1) {
      wait(FEED_HEARTBEAT);
      send({ type: 'feed.heard', at: 0 });
    }
    wait(FEED_SILENCE - 1);
    receive(1, 2);
    wait(FEED_SILENCE - 1);
    expect(fetches()).toBe(0);
  });

  test('that misses two heartbeats counts as silent half an interval later', () => {
    const { fetches, receive, wait } = setUpFeed();
    receive(1);
    wait(2.5 * FEED_HEARTBEAT - 1);
    expect(fetches()).toBe(0);
    wait(1);
    expect(fetches()).toBe(1);
  });
});

test('a stream that opens and sends nothing for ten seconds counts as silent', () => {
  const { fetches, wait } = setUpFeed();
  wait(POLL_INTERVAL - 1);
  expect(fetches()).toBe(0);
  wait(1);
  expect(fetches()).toBe(1);
});

describe('a lost stream', () => {
  test('makes the feed fetch the seats at once and every 10 s, also after a failure', async () => {
    const { fetches, loadSeats, receive, send, takeReports, wait } = setUpFeed();
    receive(1);
    send({ type: 'feed.lost' });
    await loadSeats.answer(seatsSold(1, 2));
    wait(POLL_INTERVAL - 1);
    expect(fetches()).toBe(1);
    wait(1);
    await loadSeats.fail(new Error('The server is unreachable'));
    wait(POLL_INTERVAL);
    await loadSeats.answer(seatsSold(1, 2, 3));
    expect({ fetches: fetches(), reports: takeReports() }).toEqual({
      fetches: 3,
      reports: [sold(1), sold(1, 2), sold(1, 2, 3)],
    });
  });

  test('makes the feed abandon a request that has no response after 10 s', () => {
    const { fetches, send, wait } = setUpFeed();
    send({ type: 'feed.lost' });
    wait(POLL_INTERVAL);
    wait(POLL_INTERVAL);
    expect(fetches()).toBe(3);
  });

  test('does not change the interval when the browser fails to reconnect', async () => {
    const { fetches, loadSeats, send, wait } = setUpFeed();
    send({ type: 'feed.lost' });
    await loadSeats.answer(seatsSold());
    wait(POLL_INTERVAL - 1);
    send({ type: 'feed.lost' });
    expect(fetches()).toBe(1);
    wait(1);
    expect(fetches()).toBe(2);
  });

  test.each([
    ['an event', { type: 'seats.received', ...seatsSold(5) }],
    ['a heartbeat', { type: 'feed.heard', at: 0 }],
  ] as const)('is live again after %s, and no further request follows', async (_, event) => {
    const { fetches, loadSeats, send, wait } = setUpFeed();
    send({ type: 'feed.lost' });
    await loadSeats.answer(seatsSold());
    send(event);
    wait(FEED_SILENCE - 1);
    expect(fetches()).toBe(1);
  });

  test('is live again before a response arrives, and the feed ignores the response', async () => {
    const { loadSeats, receive, send, takeReports } = setUpFeed();
    send({ type: 'feed.lost' });
    receive(1, 2, 30);
    await loadSeats.answer(seatsSold(1, 2));
    expect(takeReports()).toEqual([sold(1, 2, 30)]);
  });

  test('is kept, because the browser reconnects it', () => {
    const { send, streams, wait } = setUpFeed();
    send({ type: 'feed.lost' });
    wait(60_000);
    expect(streams()).toEqual([true]);
  });
});

test('a stream that is closed for good is followed by another one every 3 s, and requests keep their interval', async () => {
  const { close, fetches, loadSeats, streams, wait } = setUpFeed();
  close();
  await loadSeats.answer(seatsSold());
  wait(REOPEN_DELAY - 1);
  expect(streams()).toEqual([false]);
  wait(1);
  expect(streams()).toEqual([false, true]);
  close();
  wait(REOPEN_DELAY);
  expect({ streams: streams(), fetches: fetches() }).toEqual({ streams: [false, false, true], fetches: 1 });
  wait(POLL_INTERVAL - 2 * REOPEN_DELAY);
  expect(fetches()).toBe(2);
});

test('another stream opens when the page is shown again or the browser is online again', () => {
  const { receive, send, streams } = setUpFeed();
  receive(1);
  send({ type: 'page.shown' });
  expect(streams()).toEqual([false, true]);
});

describe('a hidden page', () => {
  test('closes the stream and makes no request', () => {
    const { fetches, receive, send, streams, wait } = setUpFeed();
    receive(1);
    send({ type: 'page.hidden' });
    wait(10 * FEED_SILENCE);
    expect({ streams: streams(), fetches: fetches() }).toEqual({ streams: [false], fetches: 0 });
  });

  test('opens no stream in place of a closed one', () => {
    const { close, send, streams, wait } = setUpFeed();
    close();
    send({ type: 'page.hidden' });
    wait(10 * REOPEN_DELAY);
    expect(streams()).toEqual([false]);
  });

  test('ends the requests for a lost stream', async () => {
    const { fetches, loadSeats, send, takeReports, wait } = setUpFeed();
    send({ type: 'feed.lost' });
    send({ type: 'page.hidden' });
    await loadSeats.answer(seatsSold(1));
    wait(10 * POLL_INTERVAL);
    expect({ fetches: fetches(), reports: takeReports() }).toEqual({ fetches: 1, reports: [] });
  });
});
