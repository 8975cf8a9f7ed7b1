import { fromCallback, fromPromise, sendParent, setup, type EventObject } from 'xstate';
import type { Screening } from '#domain/showtimes.ts';
import { environmentOf } from './environment.ts';
import type { Api } from '#contract/api.ts';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';

export type SeatFeedEvent =
  | { type: 'seats.received'; seatNumbers: readonly number[] }
  | { type: 'seats.connected' | 'seats.disconnected' };

/** Sent to the parent: all sold seats, ascending. */
export type SeatsChanged = { type: 'seats.changed'; seatNumbers: readonly number[] };

export const seatFeedMachine = setup({
  types: {} as { context: Screening; events: SeatFeedEvent; input: Screening },
  actors: {
    watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      environmentOf(system).openSeatFeed(input, {
        onConnected: () => sendBack({ type: 'seats.connected' }),
        onSeats: (seatNumbers) => sendBack({ type: 'seats.received', seatNumbers }),
        onDisconnected: () => sendBack({ type: 'seats.disconnected' }),
      }),
    ),
    loadSeats: fromPromise<readonly number[], Screening>(({ input, system }) =>
      loadBookedSeats(environmentOf(system).api, input),
    ),
  },
  actions: {
    reportSeats: sendParent((_, params: { seatNumbers: readonly number[] }): SeatsChanged => ({
      type: 'seats.changed',
      seatNumbers: params.seatNumbers,
    })),
  },
  delays: { refetchDelay: 5000 },
}).createMachine({
  id: 'seatFeed',
  context: ({ input }) => input,
  invoke: { id: 'watchSeats', src: 'watchSeats', input: ({ context }) => context },
  on: {
    'seats.received': { actions: { type: 'reportSeats', params: ({ event }) => event } },
    'seats.connected': { target: '.following' },
  },
  initial: 'following',
  states: {
    following: {
      description: 'The feed is connected. It sends all sold seats, at once and after each change.',
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
          actions: { type: 'reportSeats', params: ({ event }) => ({ seatNumbers: event.output }) },
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

/** Fetches the sold seats of a screening, ascending. */
export async function loadBookedSeats(api: Api, { title, date, time }: Screening): Promise<readonly number[]> {
  const input = { showtimeDate: date, showtimeTime: time };
  const [hall] = await api('findBookedSeats', { params: { title }, input });
  if (hall === undefined) throw new CallFailed({ code: 'unreadable', message: messages.unreadableAnswer });
  return hall.seatNumbers;
}
