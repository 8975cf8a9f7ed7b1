import { fromCallback, fromPromise, sendParent, setup, type EventObject } from 'xstate';
import type { Screening } from '#domain/showtimes.ts';
import { environmentOf, type SeatReport } from './environment.ts';
import type { Api } from '#contract/api.ts';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';

export type SeatFeedEvent =
  | ({ type: 'seats.received' } & SeatReport)
  | { type: 'seats.connected' | 'seats.disconnected' };

/** Sent to the parent: all sold and held seats, ascending. */
export type SeatsChanged = { type: 'seats.changed' } & SeatReport;

/** Sent to the parent: the seats, and that the feed has connected and will send them next. */
export type SeatFeedReport = SeatsChanged | { type: 'seats.connected' };

export const seatFeedMachine = setup({
  types: {} as { context: Screening; events: SeatFeedEvent; input: Screening },
  actors: {
    watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      environmentOf(system).openSeatFeed(input, {
        onConnected: () => sendBack({ type: 'seats.connected' }),
        onSeats: (seats) => sendBack({ ...seats, type: 'seats.received' }),
        onDisconnected: () => sendBack({ type: 'seats.disconnected' }),
      }),
    ),
    loadSeats: fromPromise<SeatReport, Screening>(({ input, system }) =>
      loadSeatReport(environmentOf(system).api, input),
    ),
  },
  actions: {
    reportConnected: sendParent((): SeatFeedReport => ({ type: 'seats.connected' })),
    reportSeats: sendParent((_, { seatNumbers, heldSeatNumbers }: SeatReport): SeatsChanged => ({
      type: 'seats.changed',
      seatNumbers,
      heldSeatNumbers,
    })),
  },
  delays: { refetchDelay: 5000 },
}).createMachine({
  id: 'seatFeed',
  context: ({ input }) => input,
  invoke: { id: 'watchSeats', src: 'watchSeats', input: ({ context }) => context },
  on: {
    'seats.received': { actions: { type: 'reportSeats', params: ({ event }) => event } },
    'seats.connected': { target: '.following', actions: 'reportConnected' },
  },
  initial: 'following',
  states: {
    following: {
      description: 'The feed is connected. It sends all sold and held seats, at once and after each change.',
      on: { 'seats.disconnected': { target: 'refetching' } },
    },
    refetching: {
      description:
        'The feed lost its connection, so the machine fetches the seats. It ignores a failure, because it retries.',
      invoke: {
        id: 'loadSeats',
        src: 'loadSeats',
        input: ({ context }) => context,
        onDone: {
          target: 'waiting',
          actions: { type: 'reportSeats', params: ({ event }) => event.output },
        },
        onError: { target: 'waiting' },
      },
    },
    waiting: {
      description: 'Waits until the next attempt.',
      after: { refetchDelay: 'refetching' },
    },
  },
});

/** Fetches the sold and held seats of a screening, ascending. */
export async function loadSeatReport(api: Api, { title, date, time }: Screening): Promise<SeatReport> {
  const input = { showtimeDate: date, showtimeTime: time };
  const [hall] = await api('findBookedSeats', { params: { title }, input });
  if (hall === undefined) throw new CallFailed({ code: 'unreadable', message: messages.unreadableAnswer });
  return hall;
}
