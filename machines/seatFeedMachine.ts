import { fromCallback, fromPromise, sendParent, setup, type EventObject } from 'xstate';
import type { Api } from '#contract/calls.ts';
import { seatReportOf, type SeatReport } from '#domain/hall.ts';
import { CallFailed } from '#domain/failure.ts';
import type { Screening } from '#domain/showtimes.ts';
import { FEED_SILENCE } from '#domain/timings.ts';
import { environmentOf } from './environment.ts';

/** Input of the machine. */
export interface SeatFeedInput {
  readonly screening: Screening;
  /** Whether the parent already has the seats, so that nothing is fetched before the stream opens. */
  readonly isLoaded: boolean;
}

/** The seats, and when they arrived, in epoch milliseconds. */
export interface ReceivedReport {
  readonly report: SeatReport;
  readonly at: number;
}

export type SeatFeedEvent =
  | ({ type: 'seats.received' } & ReceivedReport)
  | { type: 'feed.heard'; at: number }
  | { type: 'seats.retry' | 'feed.lost' | 'feed.closed' }
  | { type: 'page.shown' | 'page.hidden' };

/** Sent to the parent: the seats, that they are still those of the last report, or why the first fetch failed. */
export type SeatFeedReport =
  | ({ type: 'seats.changed' } & ReceivedReport)
  | { type: 'seats.unchanged'; at: number }
  | { type: 'seats.failed'; error: unknown };

export const seatFeedMachine = setup({
  types: {} as { context: SeatFeedInput; events: SeatFeedEvent; input: SeatFeedInput },
  actors: {
    /** Sends whether the page is visible, at once, after each change, and when the browser is online again. */
    watchPage: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const { device } = environmentOf(system);
      const report = () => sendBack({ type: device.isHidden() ? 'page.hidden' : 'page.shown' });
      report();
      const ends = [device.onVisibilityChange(report), device.onOnline(report)];
      return () => ends.forEach((end) => end());
    }),
    watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) => {
      const { clock, openSeatFeed } = environmentOf(system);
      return openSeatFeed(input, {
        onSeats: (event) => sendBack({ type: 'seats.received', report: seatReportOf(event), at: clock.now() }),
        onHeartbeat: () => sendBack({ type: 'feed.heard', at: clock.now() }),
        onLost: (forGood) => {
          sendBack({ type: 'feed.lost' });
          if (forGood) sendBack({ type: 'feed.closed' });
        },
      });
    }),
    loadSeats: fromPromise<ReceivedReport, Screening>(async ({ input, system }) => {
      const { api, clock } = environmentOf(system);
      const report = await loadSeatReport(api, input);
      return { report, at: clock.now() };
    }),
  },
  guards: { isLoaded: ({ context }) => context.isLoaded },
  actions: {
    reportSeats: sendParent((_, { report, at }: ReceivedReport): SeatFeedReport => ({
      type: 'seats.changed',
      report,
      at,
    })),
    reportHeartbeat: sendParent((_, { at }: { at: number }): SeatFeedReport => ({ type: 'seats.unchanged', at })),
    reportFailure: sendParent((_, { error }: { error: unknown }): SeatFeedReport => ({ type: 'seats.failed', error })),
  },
  delays: { silence: FEED_SILENCE, pollInterval: 10_000, reopenDelay: 3000 },
}).createMachine({
  id: 'seatFeed',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      description: 'Decides whether the seats have to be fetched first.',
      always: [{ guard: 'isLoaded', target: 'following' }, { target: 'loading' }],
    },
    loading: {
      description: 'Fetching the seats for the first time. The response or a failure ends this state.',
      invoke: {
        id: 'loadSeats',
        src: 'loadSeats',
        input: ({ context }) => context.screening,
        onDone: { target: 'following', actions: { type: 'reportSeats', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'reportFailure', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The first fetch failed, and the parent knows why. Waits for its retry.',
      on: { 'seats.retry': 'loading' },
    },
    following: {
      description: 'The parent has the seats. Keeps them up to date while the page is visible.',
      invoke: { id: 'watchPage', src: 'watchPage' },
      on: { 'page.shown': '.visible', 'page.hidden': '.paused' },
      initial: 'paused',
      states: {
        paused: {
          description: 'The page is hidden. No stream is open and nothing is fetched until the page is visible.',
        },
        visible: {
          description:
            'The page is visible. Ends when the page is hidden, and starts again when the browser is online again.',
          type: 'parallel',
          states: {
            stream: {
              description: 'Keeps a stream open.',
              initial: 'open',
              states: {
                open: {
                  description: 'A stream is open, or the browser reconnects it. Ends when the browser gives it up.',
                  invoke: { id: 'watchSeats', src: 'watchSeats', input: ({ context }) => context.screening },
                  on: { 'feed.closed': 'closed' },
                },
                closed: {
                  description:
                    'The stream is closed for good, or the browser has none. Another one opens after the delay.',
                  after: { reopenDelay: 'open' },
                },
              },
            },
            seats: {
              description:
                'Notices whether the stream sends events. Each event or heartbeat makes this region live again.',
              on: {
                'seats.received': { target: '.live', actions: { type: 'reportSeats', params: ({ event }) => event } },
                'feed.heard': {
                  target: '.live',
                  actions: { type: 'reportHeartbeat', params: ({ event }) => event },
                },
              },
              initial: 'connecting',
              states: {
                connecting: {
                  description: 'The stream has sent nothing yet. Its first event has all seats and follows at once.',
                  on: { 'feed.lost': 'silent' },
                  after: { pollInterval: 'silent' },
                },
                live: {
                  description: 'The stream sends events. Ends when it is lost, or after two missed heartbeats.',
                  on: { 'feed.lost': 'silent' },
                  after: { silence: 'silent' },
                },
                silent: {
                  description:
                    'The stream is lost, or something on the way holds it back. Fetches the seats at once and after each interval, until the stream sends something. The visitor sees no message.',
                  after: { pollInterval: { target: 'silent', reenter: true } },
                  initial: 'fetching',
                  states: {
                    fetching: {
                      description: 'Waiting for the seats. Ignores a failure, because the next fetch follows.',
                      invoke: {
                        id: 'loadSeats',
                        src: 'loadSeats',
                        input: ({ context }) => context.screening,
                        onDone: {
                          target: 'waiting',
                          actions: { type: 'reportSeats', params: ({ event }) => event.output },
                        },
                        onError: 'waiting',
                      },
                    },
                    waiting: { description: 'Waiting for the end of the interval.' },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});

/** Fetches the seats of a screening. */
async function loadSeatReport(api: Api, { title, date, time }: Screening): Promise<SeatReport> {
  const input = { showtimeDate: date, showtimeTime: time };
  const [hall] = await api('findBookedSeats', { params: { title }, input });
  if (hall === undefined) throw new CallFailed({ code: 'unreadable' });
  return seatReportOf(hall);
}
