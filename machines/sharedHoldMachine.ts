import { assign, fromPromise, sendParent, setup } from 'xstate';
import { failureOf } from '#domain/failure.ts';
import { lostSeats } from '#domain/selection.ts';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import { isLastMinute, startedMinutes, timeLeft, watchSeconds, type Countdown, type TimeLeft } from './countdown.ts';
import { environmentOf } from './environment.ts';

/** Seats that somebody shares with friends, as the server reports them. */
export interface SharedSeats {
  /** The seats that are still held. */
  readonly seatNumbers: readonly number[];
  /** The seats that have been paid for. */
  readonly paid: readonly number[];
  /** In epoch milliseconds, as `now`. */
  readonly expiresAt: number;
  /** The server's time when the response arrived. */
  readonly now: number;
}

/** Shared seats while they are held, as pages show them. */
export interface RunningShare extends TimeLeft {
  readonly seatNumbers: readonly number[];
  readonly paid: readonly number[];
}

/** A screening, and the code of seats that are shared there. */
export interface SharedHoldInput {
  readonly screening: Screening;
  readonly code: string | undefined;
}

/** The seats that are held and sold according to the feed. */
type FeedSeats = { readonly held: readonly number[]; readonly booked: readonly number[] };

export type SharedHoldEvent =
  | { type: 'share.follow'; code: string | undefined }
  | ({ type: 'share.check' } & FeedSeats)
  | { type: 'clock.ticked'; now: number };

/** Sent to the parent. A code is `absent` if no seats of the screening are shared under it. */
export type SharedHoldReport = { type: 'share.changed'; share: RunningShare } | { type: 'share.absent' | 'share.over' };

type Context = SharedHoldInput & Omit<SharedSeats, 'now'> & Countdown;

type Found = { readonly output: SharedSeats | undefined };

export const sharedHoldMachine = setup({
  types: {} as { context: Context; events: SharedHoldEvent; input: SharedHoldInput },
  actors: {
    findSharedHold: fromPromise<SharedSeats | undefined, SharedHoldInput>(async ({ input, system }) => {
      const { api, clock } = environmentOf(system);
      const { code = '', screening } = input;
      const found = await api('findSharedHold', { params: { code } }).catch((error: unknown) => {
        if (failureOf(error).code === 'hold_not_found') return undefined;
        throw error;
      });
      if (found === undefined) return undefined;
      const {
        movieTitle: title,
        showtimeDate: date,
        showtimeTime: time,
        seatNumbers,
        paidSeatNumbers,
        expiresAt,
      } = found;
      if (!isSameScreening({ title, date, time }, screening)) return undefined;
      return { seatNumbers, paid: paidSeatNumbers, expiresAt: Date.parse(expiresAt), now: clock.now() };
    }),
    watchSeconds,
  },
  guards: {
    hasCode: ({ context }) => context.code !== undefined,
    isFound: (_, { output }: Found) => output !== undefined,
    isOver: ({ context }, { now }: { now: number }) => now >= context.expiresAt,
    isLastMinute: ({ context }, { now }: { now: number }) => isLastMinute(context, now),
    differs: ({ context: { seatNumbers, paid } }, { held, booked }: FeedSeats) =>
      lostSeats(seatNumbers, held).length < seatNumbers.length || lostSeats(paid, booked).length < paid.length,
  },
  actions: {
    storeCode: assign((_, { code }: Pick<SharedHoldInput, 'code'>) => ({ code })),
    storeSeats: assign((_, { output }: Found) =>
      output === undefined ? {} : { ...output, minutesAnnounced: startedMinutes(output) },
    ),
    updateSeats: assign((_, { output }: Found) => output ?? {}),
    setClock: assign((_, { now }: { now: number }) => ({ now })),
    announceLastMinute: assign({ minutesAnnounced: 1 }),
    reportShare: sendParent(({ context }): SharedHoldReport => ({
      type: 'share.changed',
      share: { seatNumbers: context.seatNumbers, paid: context.paid, ...timeLeft(context) },
    })),
    report: sendParent((_, params: { type: 'share.absent' | 'share.over' }): SharedHoldReport => params),
  },
  delays: { retryDelay: 5000 },
}).createMachine({
  id: 'sharedHold',
  context: ({ input }) => ({ ...input, seatNumbers: [], paid: [], expiresAt: 0, now: 0, minutesAnnounced: 0 }),
  on: {
    'share.follow': { target: '.starting', actions: { type: 'storeCode', params: ({ event }) => event } },
  },
  initial: 'starting',
  states: {
    starting: {
      description: 'Looks whether there is a code.',
      always: [{ guard: 'hasCode', target: 'loading' }, { target: 'absent' }],
    },
    absent: {
      description: 'There is no code, or no seats of this screening are shared under it. The page ignores it.',
    },
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
          { target: 'absent', actions: { type: 'report', params: { type: 'share.absent' } } },
        ],
        onError: { target: 'waiting' },
      },
    },
    waiting: {
      description: 'The seats could not be fetched. Tries again after some seconds.',
      after: { retryDelay: 'loading' },
    },
    running: {
      description:
        'Counts down by the server’s time. A tick every second, so that it ends on time after the computer slept.',
      invoke: { id: 'watchSeconds', src: 'watchSeconds' },
      on: {
        'clock.ticked': [
          {
            guard: { type: 'isLastMinute', params: ({ event }) => event },
            actions: [{ type: 'setClock', params: ({ event }) => event }, 'announceLastMinute', 'reportShare'],
          },
          { actions: [{ type: 'setClock', params: ({ event }) => event }, 'reportShare'] },
        ],
        'share.check': {
          guard: { type: 'differs', params: ({ event }) => event },
          target: '.refreshing',
          description: 'A friend has bought a seat, or the seats are no longer shared.',
        },
      },
      initial: 'current',
      states: {
        current: {
          description:
            'Shows what the server last reported. At the end it asks again, because the device’s clock may be wrong.',
          on: {
            'clock.ticked': {
              guard: { type: 'isOver', params: ({ event }) => event },
              target: 'refreshing',
              actions: [{ type: 'setClock', params: ({ event }) => event }, 'reportShare'],
            },
          },
        },
        retrying: {
          description: 'The seats could not be fetched again. Tries once more after some seconds.',
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
                actions: [{ type: 'updateSeats', params: ({ event }) => event }, 'reportShare'],
              },
              { target: '#sharedHold.over', actions: { type: 'report', params: { type: 'share.over' } } },
            ],
            onError: { target: 'retrying' },
          },
        },
      },
    },
    over: {
      description: 'The time is over, or the seats are no longer shared. Seats that were not paid for are free.',
    },
  },
});
