import { assign, setup, type SnapshotFrom } from 'xstate';
import { passwordAgainProblem } from '#domain/credentials.ts';
import { parseAmount, withdrawProblem } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { intentStage, type IntentStage } from './intentStage.ts';
import { isTransferRunning, transferBegun, type TransferStanding } from './transferMachine.ts';
import { unprovidedAction, unprovidedCallback } from './unprovided.ts';

type Input = {
  /** The withdrawal that is running when the page is come to. */
  readonly transfer: TransferStanding | undefined;
};

type Context = Input & {
  amountText: string;
  failure: string | undefined;
};

export type WithdrawEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'amount.type'; text: string }
  | { type: 'transfer.changed'; transfer: TransferStanding | undefined }
  | { type: 'withdraw.confirm'; password: string }
  | { type: 'withdraw.review' | 'withdraw.back' };

export const withdrawMachine = setup({
  types: {} as { context: Context; events: WithdrawEvent; input: Input; tags: 'reviewing' | 'submitting' },
  actors: { watchTransfer: unprovidedCallback<undefined>('watchTransfer') },
  guards: {
    isAmountGood: ({ context }) => withdrawProblem(parseAmount(context.amountText)) === undefined,
    isPasswordMissing: (_, params: { password: string }) => passwordAgainProblem(params.password) !== undefined,
    isRunning: ({ context }) => isTransferRunning(context.transfer),
    isFree: ({ context }) => !isTransferRunning(context.transfer),
    isTransfer: ({ context }, params: { stage: TransferStanding['stage'] | undefined }) =>
      context.transfer?.stage === params.stage,
  },
  actions: {
    replacePath: unprovidedAction<{ path: string }>('replacePath'),
    startWithdrawal: unprovidedAction<{ amount: number; password: string }>('startWithdrawal'),
    storeAmount: assign((_, params: { text: string }) => ({ amountText: params.text, failure: undefined })),
    refuseAmount: assign({ failure: ({ context }) => withdrawProblem(parseAmount(context.amountText)) }),
    refusePassword: assign((_, params: { password: string }) => ({ failure: passwordAgainProblem(params.password) })),
    storeTransfer: assign((_, params: { transfer: TransferStanding | undefined }) => ({ transfer: params.transfer })),
    storeRefusal: assign({ failure: ({ context }) => context.transfer?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'withdraw',
  context: ({ input }) => ({ ...input, amountText: '', failure: undefined }),
  invoke: { id: 'watchTransfer', src: 'watchTransfer' },
  on: { 'transfer.changed': { actions: { type: 'storeTransfer', params: ({ event }) => event } } },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'A withdrawal that is still running shows again.',
      always: [{ guard: 'isRunning', target: 'submitting' }, { target: 'choosing' }],
    },
    choosing: {
      description: 'A preset or a typed amount: more than 0, at most 500000 (section 5, Withdraw).',
      on: {
        'amount.choose': { actions: { type: 'storeAmount', params: ({ event }) => ({ text: String(event.amount) }) } },
        'amount.type': { actions: { type: 'storeAmount', params: ({ event }) => event } },
        'withdraw.review': [
          { guard: 'isAmountGood', target: 'confirming', actions: 'clearFailure' },
          { actions: 'refuseAmount' },
        ],
      },
    },
    confirming: {
      description: 'The dialog asks for the password; a refused amount or password can be corrected and sent again.',
      tags: 'reviewing',
      on: {
        'withdraw.confirm': [
          {
            guard: { type: 'isPasswordMissing', params: ({ event }) => event },
            actions: { type: 'refusePassword', params: ({ event }) => event },
          },
          {
            guard: 'isFree',
            target: 'submitting',
            actions: [
              'clearFailure',
              { type: 'storeTransfer', params: ({ context }) => ({ transfer: transferBegun(amountOf(context)) }) },
              {
                type: 'startWithdrawal',
                params: ({ context, event }) => ({ amount: amountOf(context), password: event.password }),
              },
            ],
          },
        ],
        'withdraw.back': { target: 'choosing', actions: 'clearFailure' },
      },
    },
    submitting: {
      description: 'The root runs the withdrawal, with this page or without. No confirm here: the double-submit guard.',
      tags: ['reviewing', 'submitting'],
      always: [
        { guard: { type: 'isTransfer', params: { stage: 'done' } }, target: 'succeeded' },
        { guard: { type: 'isTransfer', params: { stage: 'refused' } }, target: 'refused', actions: 'storeRefusal' },
        { guard: { type: 'isTransfer', params: { stage: undefined } }, target: 'choosing' },
      ],
      on: {
        'withdraw.back': { guard: { type: 'isTransfer', params: { stage: 'unsettled' } }, target: 'choosing' },
      },
    },
    refused: {
      description: 'It can be corrected and sent again from the dialog, if the amount was chosen here.',
      always: [{ guard: 'isAmountGood', target: 'confirming' }, { target: 'choosing' }],
    },
    succeeded: {
      description: 'The root says so, then the user goes to / after 1.5 s (section 4).',
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'On the way to /.',
      type: 'final',
      entry: { type: 'replacePath', params: { path: PATHS.home } },
    },
  },
});

export type WithdrawSnapshot = SnapshotFrom<typeof withdrawMachine>;

/** How far the dialog is. */
export function selectWithdrawStage(snapshot: WithdrawSnapshot): IntentStage {
  const { transfer } = snapshot.context;
  return intentStage(snapshot.hasTag('submitting'), isTransferRunning(transfer), transfer?.stage);
}

/** Why the dialog could not do what was asked, or has no answer yet. */
export function selectWithdrawFailure(snapshot: WithdrawSnapshot): string | undefined {
  const { transfer, failure } = snapshot.context;
  return snapshot.hasTag('submitting') ? transfer?.failure?.message : failure;
}

/** What the dialog is about, in rupiah: what is being paid out, else what would be. */
export function selectWithdrawAmount(snapshot: WithdrawSnapshot): number {
  const { transfer } = snapshot.context;
  return snapshot.hasTag('submitting') && transfer !== undefined ? transfer.amount : amountOf(snapshot.context);
}

function amountOf({ amountText }: Context): number {
  return parseAmount(amountText);
}
