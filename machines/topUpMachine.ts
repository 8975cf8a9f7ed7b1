import { assign, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '#domain/failure.ts';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { sentences } from '#domain/sentences.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { unprovidedAction, unprovidedPromise } from './unprovided.ts';

type Input = { readonly returnPath: string | undefined };

type Context = Input & {
  amount: number | undefined;
  idempotencyKey: string;
  failure: string | undefined;
};

export type TopUpEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'topUp.review' | 'topUp.confirm' | 'topUp.back' };

export type TopUpFact = { type: 'balance.changed'; balance: number } | { type: 'notify'; notification: Notification };

export const topUpMachine = setup({
  types: {} as { context: Context; events: TopUpEvent; input: Input; tags: 'reviewing' | 'submitting' },
  actors: {
    topUp: unprovidedPromise<{ balance: number }, { amount: number; idempotencyKey: string }>('topUp'),
  },
  guards: {
    isPreset: (_, params: { amount: number }) => TOP_UP_PRESETS.some((preset) => preset === params.amount),
    hasAmount: ({ context }) => context.amount !== undefined,
  },
  actions: {
    announce: unprovidedAction<TopUpFact>('announce'),
    goTo: unprovidedAction<{ path: string }>('goTo'),
    renewIdempotencyKey: unprovidedAction<undefined>('renewIdempotencyKey'),
    storeAmount: assign((_, params: { amount: number }) => ({ amount: params.amount })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error).message })),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'topUp',
  context: ({ input }) => ({ ...input, amount: undefined, idempotencyKey: '', failure: undefined }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Only a selected amount is required, one of the presets (sections 2 and 5).',
      on: {
        'amount.choose': {
          guard: { type: 'isPreset', params: ({ event }) => event },
          actions: { type: 'storeAmount', params: ({ event }) => event },
        },
        'topUp.review': { guard: 'hasAmount', target: 'confirming', actions: ['clearFailure', 'renewIdempotencyKey'] },
      },
    },
    confirming: {
      description: 'The dialog shows the amount and the resulting balance.',
      tags: 'reviewing',
      on: {
        'topUp.confirm': { target: 'submitting', actions: 'clearFailure' },
        'topUp.back': 'choosing',
      },
    },
    submitting: {
      description: 'The call is on its way. There is no confirm here: the double-submit guard (section 4).',
      tags: ['reviewing', 'submitting'],
      invoke: {
        id: 'topUp',
        src: 'topUp',
        input: ({ context }) => ({ amount: context.amount ?? 0, idempotencyKey: context.idempotencyKey }),
        onDone: {
          target: 'succeeded',
          actions: {
            type: 'announce',
            params: ({ event }) => ({ type: 'balance.changed', balance: event.output.balance }),
          },
        },
        onError: {
          target: 'confirming',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'announce', params: ({ event }) => notify('error', failureOf(event.error).message, 'bottom-left') },
          ],
        },
      },
    },
    succeeded: {
      description: 'A message appears, then the user goes to / after 1.5 s (section 4).',
      entry: { type: 'announce', params: notify('success', sentences.topUpSuccess, 'bottom-left') },
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'On the way to /, or back to the seats that the balance did not reach for.',
      type: 'final',
      entry: { type: 'goTo', params: ({ context }) => ({ path: context.returnPath ?? PATHS.home }) },
    },
  },
});

export type TopUpSnapshot = SnapshotFrom<typeof topUpMachine>;
