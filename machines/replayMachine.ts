import { assign, setup, type SnapshotFrom } from 'xstate';

/** How many times faster than it was; `max` takes no time between moments. */
export const REPLAY_SPEEDS = [1, 4, 'max'] as const;

export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];

interface Input {
  /** When each moment was, in milliseconds since the recording began, ascending. */
  readonly moments: readonly number[];
}

type Context = Input & {
  position: number;
  speed: ReplaySpeed;
};

export type ReplayEvent =
  | { type: 'replay.play' | 'replay.pause' | 'replay.forward' | 'replay.back' }
  | { type: 'replay.seek'; position: number }
  | { type: 'speed.choose'; speed: ReplaySpeed };

/** The longest that a replay waits for what comes next, in milliseconds: a visitor who reads is not waited for. */
export const LONGEST_WAIT = 2000;
const SHORTEST_WAIT = 16;

export const replayMachine = setup({
  types: {} as { context: Context; events: ReplayEvent; input: Input },
  guards: {
    isAtEnd: ({ context }) => context.position >= lastOf(context),
    isAtStart: ({ context }) => context.position === 0,
  },
  actions: {
    stepForward: assign({ position: ({ context }) => Math.min(context.position + 1, lastOf(context)) }),
    stepBack: assign({ position: ({ context }) => context.position - 1 }),
    goTo: assign(({ context }, params: { position: number }) => ({
      position: Math.max(0, Math.min(params.position, lastOf(context))),
    })),
    goToStart: assign({ position: 0 }),
    chooseSpeed: assign((_, params: { speed: ReplaySpeed }) => ({ speed: params.speed })),
  },
  delays: { gap: ({ context }) => gapOf(context) },
}).createMachine({
  id: 'replay',
  context: ({ input }) => ({ ...input, position: 0, speed: 1 }),
  initial: 'paused',
  on: {
    'speed.choose': { actions: { type: 'chooseSpeed', params: ({ event }) => event } },
    'replay.seek': { target: '.paused', actions: { type: 'goTo', params: ({ event }) => event } },
    'replay.back': [
      { guard: 'isAtStart', target: '.paused' },
      { target: '.paused', actions: 'stepBack' },
    ],
    'replay.forward': { target: '.paused', actions: 'stepForward' },
  },
  states: {
    paused: {
      description: 'One moment is shown; the visitor of the recording stands still.',
      always: { guard: 'isAtEnd', target: 'ended' },
      on: { 'replay.play': 'playing' },
    },
    playing: {
      description: 'Moment follows moment in the recorded time, or faster; nobody is waited for longer than 2 s.',
      always: { guard: 'isAtEnd', target: 'ended' },
      after: { gap: { target: 'playing', reenter: true, actions: 'stepForward' } },
      on: {
        'replay.pause': 'paused',
        'speed.choose': {
          target: 'playing',
          reenter: true,
          actions: { type: 'chooseSpeed', params: ({ event }) => event },
        },
      },
    },
    ended: {
      description: 'The last moment is shown; it can be played from the start again.',
      on: { 'replay.play': { target: 'playing', actions: 'goToStart' } },
    },
  },
});

export type ReplaySnapshot = SnapshotFrom<typeof replayMachine>;

/** When the moment shown was, in milliseconds since the recording began. */
export function selectMoment({ context: { moments, position } }: ReplaySnapshot): number {
  return moments[position] ?? 0;
}

/** The number of the last moment. */
export function selectLast({ context }: ReplaySnapshot): number {
  return lastOf(context);
}

function lastOf({ moments }: Input): number {
  return Math.max(0, moments.length - 1);
}

function gapOf({ moments, position, speed }: Context): number {
  if (speed === 'max') return SHORTEST_WAIT;
  const gap = (moments[position + 1] ?? 0) - (moments[position] ?? 0);
  return Math.max(SHORTEST_WAIT, Math.min(gap, LONGEST_WAIT) / speed);
}
