import { assign, setup, type SnapshotFrom } from 'xstate';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { intentStage, type IntentStage } from './intentStage.ts';
import { isTransferRunning, transferBegun, type TransferStanding } from './transferMachine.ts';
import { unprovidedAction, unprovidedCallback } from './unprovided.ts';

type Input = {
  readonly returnPath: string | undefined;
  /** The top-up that is running when the page is come to. */
  readonly transfer: TransferStanding | undefined;
};

type Context = Input & {
  amount: number | undefined;
  failure: string | undefined;
};

export type TopUpEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'transfer.changed'; transfer: TransferStanding | undefined }
  | { type: 'topUp.review' | 'topUp.confirm' | 'topUp.back' };

export const topUpMachine = setup({
  types: {} as { context: Context; events: TopUpEvent; input: Input; tags: 'reviewing' | 'submitting' },
  actors: { watchTransfer: unprovidedCallback<undefined>('watchTransfer') },
  guards: {
    isPreset: (_, params: { amount: number }) => TOP_UP_PRESETS.some((preset) => preset === params.amount),
    hasAmount: ({ context }) => context.amount !== undefined,
    isRunning: ({ context }) => isTransferRunning(context.transfer),
    isFree: ({ context }) => !isTransferRunning(context.transfer),
    isTransfer: ({ context }, params: { stage: TransferStanding['stage'] | undefined }) =>
      context.transfer?.stage === params.stage,
  },
  actions: {
    replacePath: unprovidedAction<{ path: string }>('replacePath'),
    startTopUp: unprovidedAction<{ amount: number }>('startTopUp'),
    storeAmount: assign((_, params: { amount: number }) => ({ amount: params.amount })),
    storeTransfer: assign((_, params: { transfer: TransferStanding | undefined }) => ({ transfer: params.transfer })),
    storeRefusal: assign({ failure: ({ context }) => context.transfer?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'topUp',
  context: ({ input }) => ({ ...input, amount: undefined, failure: undefined }),
  invoke: { id: 'watchTransfer', src: 'watchTransfer' },
  on: { 'transfer.changed': { actions: { type: 'storeTransfer', params: ({ event }) => event } } },
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
            { type: 'storeTransfer', params: ({ context }) => ({ transfer: transferBegun(amountOf(context)) }) },
            { type: 'startTopUp', params: ({ context }) => ({ amount: amountOf(context) }) },
          ],
        },
        'topUp.back': 'choosing',
      },
    },
    submitting: {
      description: 'The root runs the top-up, with this page or without. No confirm here: the double-submit guard.',
      tags: ['reviewing', 'submitting'],
      always: [
        { guard: { type: 'isTransfer', params: { stage: 'done' } }, target: 'succeeded' },
        { guard: { type: 'isTransfer', params: { stage: 'refused' } }, target: 'refused', actions: 'storeRefusal' },
        { guard: { type: 'isTransfer', params: { stage: undefined } }, target: 'choosing' },
      ],
      on: {
        'topUp.back': { guard: { type: 'isTransfer', params: { stage: 'unsettled' } }, target: 'choosing' },
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

/** How far the dialog is. */
export function selectTopUpStage(snapshot: TopUpSnapshot): IntentStage {
  const { transfer } = snapshot.context;
  return intentStage(snapshot.hasTag('submitting'), isTransferRunning(transfer), transfer?.stage);
}

/** Why the dialog could not do what was asked, or has no answer yet. */
export function selectTopUpFailure(snapshot: TopUpSnapshot): string | undefined {
  const { transfer, failure } = snapshot.context;
  return snapshot.hasTag('submitting') ? transfer?.failure?.message : failure;
}

/** What the dialog is about, in rupiah: what is being paid in, else what would be. */
export function selectTopUpAmount(snapshot: TopUpSnapshot): number {
  const { transfer } = snapshot.context;
  return snapshot.hasTag('submitting') && transfer !== undefined ? transfer.amount : amountOf(snapshot.context);
}

function amountOf({ amount }: Context): number {
  return amount ?? 0;
}
