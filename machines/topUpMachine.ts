import { assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import type { Unkeyed } from './intentMachine.ts';
import { begun, isRunning, type Standing } from './intentStage.ts';
import { navigate, type NavigateEvent } from './navigation.ts';
import { environmentOf } from './environment.ts';
import { followIntent, intentsOf, startOf } from './rootIntents.ts';

type TopUp = Standing<'topUp'>;

type Input = {
  readonly returnPath: string | undefined;
  /** What is chosen on arrival, in rupiah. */
  readonly amount: number | undefined;
  /** The top-up that is running when the page is come to. */
  readonly intent: TopUp | undefined;
};

type Context = Input & {
  failure: string | undefined;
};

export type TopUpEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'intent.changed'; intent: TopUp }
  | { type: 'topUp.review' | 'topUp.confirm' | 'topUp.back' };

export const topUpMachine = setup({
  types: {} as {
    context: Context;
    events: TopUpEvent;
    emitted: NavigateEvent;
    input: Input;
    tags: 'reviewing' | 'busy';
  },
  actors: { watchIntent: followIntent('topUp') },
  guards: {
    isPreset: (_, params: { amount: number }) => TOP_UP_PRESETS.some((preset) => preset === params.amount),
    hasAmount: ({ context }) => context.amount !== undefined,
    isRunning: ({ context }) => isRunning(context.intent),
    isFree: ({ context }) => !isRunning(context.intent),
    isIntent: ({ context }, params: { stage: TopUp['stage'] }) => context.intent?.stage === params.stage,
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      ({ system }, unkeyed: Unkeyed) => startOf(unkeyed, environmentOf(system).createKey()),
    ),
    replacePath: emit((_, params: { path: string }) => navigate(params.path, { replace: true })),
    storeAmount: assign((_, params: { amount: number }) => ({ amount: params.amount })),
    storeIntent: assign((_, params: { intent: TopUp }) => ({ intent: params.intent })),
    storeRefusal: assign({ failure: ({ context }) => context.intent?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'topUp',
  context: ({ input }) => ({ ...input, failure: undefined }),
  invoke: { id: 'watchIntent', src: 'watchIntent' },
  on: { 'intent.changed': { actions: { type: 'storeIntent', params: ({ event }) => event } } },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'A top-up that is still running shows again.',
      always: [{ guard: 'isRunning', target: 'submitting' }, { target: 'choosing' }],
    },
    choosing: {
      description: 'Only a selected amount is required, one of the presets (sections 2 and 5).',
      on: {
        'amount.choose': {
          guard: { type: 'isPreset', params: ({ event }) => event },
          actions: { type: 'storeAmount', params: ({ event }) => event },
        },
        'topUp.review': { guard: 'hasAmount', target: 'confirming', actions: 'clearFailure' },
      },
    },
    confirming: {
      description: 'The dialog shows the amount and the resulting balance.',
      tags: 'reviewing',
      on: {
        'topUp.confirm': {
          guard: 'isFree',
          target: 'submitting',
          actions: [
            'clearFailure',
            { type: 'storeIntent', params: ({ context }) => ({ intent: begun(topUpOf(context)) }) },
            { type: 'startIntent', params: ({ context }) => ({ intent: topUpOf(context), password: '' }) },
          ],
        },
        'topUp.back': 'choosing',
      },
    },
    submitting: {
      description: 'The root runs the top-up, with this page or without. No confirm here: the double-submit guard.',
      tags: ['reviewing', 'busy'],
      always: [
        { guard: { type: 'isIntent', params: { stage: 'done' } }, target: 'succeeded' },
        { guard: { type: 'isIntent', params: { stage: 'refused' } }, target: 'refused', actions: 'storeRefusal' },
        { guard: 'isFree', target: 'choosing' },
      ],
      on: {
        'topUp.back': { guard: { type: 'isIntent', params: { stage: 'unsettled' } }, target: 'choosing' },
      },
    },
    refused: {
      description: 'It can be sent again from the dialog, if the amount was chosen here.',
      always: [{ guard: 'hasAmount', target: 'confirming' }, { target: 'choosing' }],
    },
    succeeded: {
      description: 'The root says so, then the user goes to / after 1.5 s (section 4).',
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'On the way to /, or back to the seats that the balance did not reach for.',
      type: 'final',
      entry: { type: 'replacePath', params: ({ context }) => ({ path: context.returnPath ?? PATHS.home }) },
    },
  },
});

export type TopUpSnapshot = SnapshotFrom<typeof topUpMachine>;

/** What the dialog is about, in rupiah: what is being paid in, else what would be. */
export function selectTopUpAmount(snapshot: TopUpSnapshot): number {
  const { intent } = snapshot.context;
  return snapshot.hasTag('busy') && intent !== undefined ? intent.amount : amountOf(snapshot.context);
}

function topUpOf(context: Context) {
  return { kind: 'topUp', amount: amountOf(context) } as const;
}

function amountOf({ amount }: Context): number {
  return amount ?? 0;
}
