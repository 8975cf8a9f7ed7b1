import { fromCallback, fromPromise, sendParent, setup, type EventObject } from 'xstate';
import type { Screening } from '#domain/showtimes.ts';
import { environmentOf } from './environment.ts';
import { loadBookedSeats } from './loadBookedSeats.ts';

export type SeatFeedEvent =
  | { type: 'seats.received'; seatNumbers: readonly number[] }
  | { type: 'seats.connected' | 'seats.disconnected' };

/** Sent to the parent: all sold seats, ascending. */
export type SeatNews = { type: 'seats.changed'; seatNumbers: readonly number[] };

export const seatFeedMachine = setup({
  types: {} as { context: Screening; events: SeatFeedEvent; input: Screening },
  actors: {
    watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack, system }) =>
      environmentOf(system).followSeats(input, {
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
    notifyParent: sendParent((_, params: { seatNumbers: readonly number[] }): SeatNews => ({
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
    'seats.received': { actions: { type: 'notifyParent', params: ({ event }) => event } },
    'seats.connected': { target: '.following' },
  },
  initial: 'following',
  states: {
    following: {
      description: 'The feed sends all sold seats, at once and after each change.',
      on: { 'seats.disconnected': { target: 'refetching' } },
    },
    refetching: {
      description: 'The feed is lost, so the seats are fetched. A failure is ignored, because the machine retries.',
      invoke: {
        id: 'loadSeats',
        src: 'loadSeats',
        input: ({ context }) => context,
        onDone: {
          target: 'waiting',
          actions: { type: 'notifyParent', params: ({ event }) => ({ seatNumbers: event.output }) },
        },
        onError: { target: 'waiting' },
      },
    },
    waiting: {
      description: 'Waits between two attempts.',
      after: { refetchDelay: 'refetching' },
    },
  },
});
