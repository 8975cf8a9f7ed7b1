import { assign, fromPromise, sendParent, setup } from 'xstate';
import { failureOf } from '#domain/failure.ts';
import type { SeatReport, SharedSeats } from '#domain/hall.ts';
import { lostSeats } from '#domain/selection.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import { countdownMachine } from './countdownMachine.ts';
import { environmentOf } from './environment.ts';

/** A screening, and the code of seats that are shared there. */
interface Input {
  readonly screening: Screening;
  readonly shareCode: string;
}

/** Shared seats, as the server reports them. */
interface Found extends SharedSeats {
  /** In epoch milliseconds, as `now`. */
  readonly expiresAt: number;
  /** The server's time when the response arrived. */
  readonly now: number;
}

/** Sent to the parent. A code is `absent` if no seats of the screening are shared under it. */
export type SharedHoldReport =
  | { type: 'share.changed'; share: SharedSeats }
  | { type: 'share.absent' }
  | { type: 'share.over' };

type Answer = { readonly output: Found | undefined };

export const sharedHoldMachine = setup({
  types: {} as {
    context: Input & Omit<Found, 'now'>;
    events: { type: 'seats.changed' } & SeatReport;
    input: Input;
    children: { countdown: 'countdown' };
  },
  actors: {
    findSharedHold: fromPromise<Found | undefined, Input>(async ({ input, system }) => {
      const { api, clock } = environmentOf(system);
      const { shareCode, screening } = input;
      const found = await api('findSharedHold', { params: { shareCode } }).catch((error: unknown) => {
        if (failureOf(error).code === 'hold_not_found') return undefined;
        throw error;
      });
      if (found === undefined) return undefined;
      const { movieTitle: title, showtimeDate: date, showtimeTime: time, seatNumbers, paidSeatNumbers: paid } = found;
      if (!isSameScreening({ title, date, time }, screening)) return undefined;
      return { seatNumbers, paid, expiresAt: Date.parse(found.expiresAt), now: clock.now() };
    }),
    countdown: countdownMachine,
  },
  guards: {
    isFound: (_, { output }: Answer) => output !== undefined,
    isOverdue: (_, { output }: Answer) => output !== undefined && output.now >= output.expiresAt,
    differs: ({ context: { seatNumbers, paid } }, { held, sold }: SeatReport) =>
      lostSeats(seatNumbers, held).length < seatNumbers.length || lostSeats(paid, sold).length < paid.length,
  },
  actions: {
    storeSeats: assign((_, { output }: Answer) => output ?? {}),
    reportShare: sendParent(({ context: { seatNumbers, paid } }): SharedHoldReport => ({
      type: 'share.changed',
      share: { seatNumbers, paid },
    })),
    reportAbsence: sendParent((): SharedHoldReport => ({ type: 'share.absent' })),
    reportEnd: sendParent((): SharedHoldReport => ({ type: 'share.over' })),
  },
  delays: { retryDelay: 5000 },
}).createMachine({
  id: 'sharedHold',
  context: ({ input }) => ({ ...input, seatNumbers: [], paid: [], expiresAt: 0 }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Fetching the shared seats.',
      invoke: {
        id: 'findSharedHold',
        src: 'findSharedHold',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event },
            target: 'running',
            actions: [{ type: 'storeSeats', params: ({ event }) => event }, 'reportShare'],
          },
          { target: 'absent', actions: 'reportAbsence' },
        ],
        onError: { target: 'waiting' },
      },
    },
    waiting: {
      description: 'The seats could not be fetched. Tries again after some seconds.',
      after: { retryDelay: 'loading' },
    },
    running: {
      description: 'The seats are kept for the user and for friends. A countdown shows how long.',
      invoke: {
        id: 'countdown',
        src: 'countdown',
        input: ({ context }) => context,
        onDone: 'ending',
      },
      on: {
        'seats.changed': {
          guard: { type: 'differs', params: ({ event }) => event },
          target: '.refreshing',
          description: 'A friend has bought or returned a seat, or the seats are no longer shared.',
        },
      },
      initial: 'current',
      states: {
        current: { description: 'The parent knows which seats are still held, and which are paid for.' },
        retrying: {
          description:
            'The seats could not be fetched again. Tries once more after some seconds, while the countdown goes on.',
          after: { retryDelay: 'refreshing' },
        },
        refreshing: {
          description: 'Fetching the shared seats again, while the countdown goes on.',
          invoke: {
            id: 'findSharedHold',
            src: 'findSharedHold',
            input: ({ context }) => context,
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event },
                target: 'current',
                actions: [{ type: 'storeSeats', params: ({ event }) => event }, 'reportShare'],
              },
              { target: '#sharedHold.over', actions: 'reportEnd' },
            ],
            onError: { target: 'retrying' },
          },
        },
      },
    },
    ending: {
      description:
        'The countdown is over. Asks the server whether the seats are free, because the device’s clock may be wrong.',
      invoke: {
        id: 'findSharedHold',
        src: 'findSharedHold',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isOverdue', params: ({ event }) => event }, target: 'overdue' },
          {
            guard: { type: 'isFound', params: ({ event }) => event },
            target: 'running',
            actions: [{ type: 'storeSeats', params: ({ event }) => event }, 'reportShare'],
          },
          { target: 'over', actions: 'reportEnd' },
        ],
        onError: { target: 'overdue' },
      },
    },
    overdue: {
      description: 'The server still keeps the seats, or did not answer. Asks again after some seconds.',
      after: { retryDelay: 'ending' },
    },
    absent: { description: 'No seats of this screening are shared under the code. The page ignores the code.' },
    over: {
      description: 'The time is over, or the seats are no longer shared. Seats that were not paid for are free.',
    },
  },
});
