import { assign, sendParent, setup } from 'xstate';
import { sharedSeatsIn, type ReportedHold, type SharedSeats } from '#domain/hall.ts';
import type { MarkedScreening } from '#domain/marks.ts';
import { computeMark } from './computeMark.ts';
import { countdownMachine } from './countdownMachine.ts';

/** The code of seats that are shared in a screening. */
interface Input extends MarkedScreening {
  readonly shareCode: string;
  /** The holds in the last report of the seats; undefined before the first one. */
  readonly holds: readonly ReportedHold[] | undefined;
  /** The shared seats as the server answered to the user who shares them; a report may not show them yet. */
  readonly answered: KeptSeats | undefined;
}

/** Shared seats, and when they are no longer kept, in epoch milliseconds. */
interface KeptSeats extends SharedSeats {
  readonly expiresAt: number;
}

interface Context extends Input {
  /** The mark of the code. */
  readonly mark: string | undefined;
  readonly share: KeptSeats | undefined;
}

/** Sent to the parent. A code is `absent` if no seats of the screening are shared under it. */
export type SharedHoldReport =
  | { type: 'share.changed'; share: SharedSeats }
  | { type: 'share.absent' }
  | { type: 'share.over' };

type WithHolds = Pick<Input, 'holds'>;

export const sharedHoldMachine = setup({
  types: {} as {
    context: Context;
    events: { type: 'seats.changed' } & WithHolds;
    input: Input;
    children: { countdown: 'countdown' };
  },
  actors: { computeMark, countdown: countdownMachine },
  guards: {
    hasReport: ({ context }) => context.holds !== undefined,
    isAnswered: ({ context }) => context.answered !== undefined,
    isShared: ({ context }, { holds }: WithHolds) => sharedSeatsIn(holds, context.mark) !== undefined,
    isSame: ({ context }, { holds }: WithHolds) => {
      const found = sharedSeatsIn(holds, context.mark);
      return (
        found?.seatNumbers.join() === context.share?.seatNumbers.join() &&
        found?.paid.join() === context.share?.paid.join()
      );
    },
  },
  actions: {
    storeMark: assign((_, { output }: { output: string }) => ({ mark: output })),
    storeHolds: assign((_, { holds }: WithHolds) => ({ holds })),
    storeShare: assign(({ context }, { holds }: WithHolds) => ({ share: sharedSeatsIn(holds, context.mark) })),
    storeAnswer: assign(({ context }) => ({ share: context.answered })),
    reportShare: sendParent(({ context: { share } }): SharedHoldReport => ({
      type: 'share.changed',
      share: { seatNumbers: share?.seatNumbers ?? [], paid: share?.paid ?? [] },
    })),
    reportAbsence: sendParent((): SharedHoldReport => ({ type: 'share.absent' })),
    reportEnd: sendParent((): SharedHoldReport => ({ type: 'share.over' })),
  },
  delays: { retryDelay: 5000, reportDelay: 3000 },
}).createMachine({
  id: 'sharedHold',
  context: ({ input }) => ({ ...input, mark: undefined, share: undefined }),
  initial: 'computing',
  on: { 'seats.changed': { actions: { type: 'storeHolds', params: ({ event }) => event } } },
  states: {
    computing: {
      description: 'Computing the mark by which reports of the seats name the code.',
      invoke: {
        id: 'computeMark',
        src: 'computeMark',
        input: ({ context: { shareCode, title, startsAt } }) => ({ secret: shareCode, title, startsAt }),
        onDone: { target: 'recognising', actions: { type: 'storeMark', params: ({ event }) => event } },
        onError: 'waiting',
      },
    },
    waiting: {
      description: 'The code that computes marks could not be loaded. Tries again after some seconds.',
      after: { retryDelay: 'computing' },
    },
    recognising: {
      description: 'Looks for the mark in the last report, or waits for the first one.',
      always: [
        {
          guard: { type: 'isShared', params: ({ context }) => context },
          target: 'running',
          actions: [{ type: 'storeShare', params: ({ context }) => context }, 'reportShare'],
        },
        { guard: 'isAnswered', target: 'running.answered', actions: ['storeAnswer', 'reportShare'] },
        { guard: 'hasReport', target: 'absent', actions: 'reportAbsence' },
      ],
    },
    running: {
      description:
        'The seats are kept for the user and for friends. A countdown shows how long; a report says when they are free.',
      invoke: {
        id: 'countdown',
        src: 'countdown',
        input: ({ context }) => ({ expiresAt: context.share?.expiresAt ?? 0 }),
      },
      initial: 'reported',
      states: {
        answered: {
          description:
            'The server has answered that the seats are shared. Waits some seconds for a report that shows it.',
          on: {
            'seats.changed': {
              guard: { type: 'isShared', params: ({ event }) => event },
              target: 'reported',
              actions: [{ type: 'storeShare', params: ({ event }) => event }, 'reportShare'],
            },
          },
          after: { reportDelay: 'overdue' },
        },
        overdue: {
          description: 'Every report that arrives from now on is newer than the answer.',
          on: {
            'seats.changed': [
              {
                guard: { type: 'isShared', params: ({ event }) => event },
                target: 'reported',
                actions: [{ type: 'storeShare', params: ({ event }) => event }, 'reportShare'],
              },
              { target: '#sharedHold.over', actions: 'reportEnd' },
            ],
          },
        },
        reported: {
          description: 'The last report has the seats: those that are still held, and those that are paid for.',
          on: {
            'seats.changed': [
              { guard: { type: 'isSame', params: ({ event }) => event } },
              {
                guard: { type: 'isShared', params: ({ event }) => event },
                description: 'A friend has bought or returned a seat.',
                actions: [{ type: 'storeShare', params: ({ event }) => event }, 'reportShare'],
              },
              {
                target: '#sharedHold.over',
                description: 'The time is over, or the seats are no longer shared.',
                actions: 'reportEnd',
              },
            ],
          },
        },
      },
    },
    absent: { description: 'No seats of this screening are shared under the code. The page ignores the code.' },
    over: { description: 'The seats are no longer shared. Those that were not paid for are free.' },
  },
});
