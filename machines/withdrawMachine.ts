import { assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import { parseAmount } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { withdrawAmountSchema } from '#contract/balanceChange.ts';
import { errorOf } from '#contract/fieldErrors.ts';
import { passwordSchema } from '#contract/password.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import type { Unkeyed } from './intentMachine.ts';
import { begun, isRunning, type Standing } from './intentStage.ts';
import { navigate, type NavigateEvent } from './navigation.ts';
import { environmentOf } from './environment.ts';
import { followIntent, intentsOf, startOf } from './rootIntents.ts';

type Withdrawal = Standing<'withdrawal'>;

type Input = {
  /** The withdrawal that is running when the page is come to. */
  readonly intent: Withdrawal | undefined;
};

type Context = Input & {
  amountText: string;
  failure: string | undefined;
};

export type WithdrawEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'amount.type'; text: string }
  | { type: 'intent.changed'; intent: Withdrawal }
  | { type: 'withdraw.confirm'; password: string }
  | { type: 'withdraw.review' | 'withdraw.back' };

export const withdrawMachine = setup({
  types: {} as {
    context: Context;
    events: WithdrawEvent;
    emitted: NavigateEvent;
    input: Input;
    tags: 'reviewing' | 'busy';
  },
  actors: { watchIntent: followIntent('withdrawal') },
  guards: {
    isAmountGood: ({ context }) => errorOf(withdrawAmountSchema, parseAmount(context.amountText)) === undefined,
    isPasswordMissing: (_, params: { password: string }) => errorOf(passwordSchema, params.password) !== undefined,
    isRunning: ({ context }) => isRunning(context.intent),
    isFree: ({ context }) => !isRunning(context.intent),
    isIntent: ({ context }, params: { stage: Withdrawal['stage'] }) => context.intent?.stage === params.stage,
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      ({ system }, unkeyed: Unkeyed) => startOf(unkeyed, environmentOf(system).createKey()),
    ),
    replacePath: emit((_, params: { path: string }) => navigate(params.path, { replace: true })),
    storeAmount: assign((_, params: { text: string }) => ({ amountText: params.text, failure: undefined })),
    refuseAmount: assign({ failure: ({ context }) => errorOf(withdrawAmountSchema, parseAmount(context.amountText)) }),
    refusePassword: assign((_, params: { password: string }) => ({
      failure: errorOf(passwordSchema, params.password),
    })),
    storeIntent: assign((_, params: { intent: Withdrawal }) => ({ intent: params.intent })),
    storeRefusal: assign({ failure: ({ context }) => context.intent?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'withdraw',
  context: ({ input }) => ({ ...input, amountText: '', failure: undefined }),
  invoke: { id: 'watchIntent', src: 'watchIntent' },
  on: { 'intent.changed': { actions: { type: 'storeIntent', params: ({ event }) => event } } },
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
              { type: 'storeIntent', params: ({ context }) => ({ intent: begun(withdrawalOf(context)) }) },
              {
                type: 'startIntent',
                params: ({ context, event }) => ({ intent: withdrawalOf(context), password: event.password }),
              },
            ],
          },
        ],
        'withdraw.back': { target: 'choosing', actions: 'clearFailure' },
      },
    },
    submitting: {
      description: 'The root runs the withdrawal, with this page or without. No confirm here: the double-submit guard.',
      tags: ['reviewing', 'busy'],
      always: [
        { guard: { type: 'isIntent', params: { stage: 'done' } }, target: 'succeeded' },
        { guard: { type: 'isIntent', params: { stage: 'refused' } }, target: 'refused', actions: 'storeRefusal' },
        { guard: 'isFree', target: 'choosing' },
      ],
      on: {
        'withdraw.back': { guard: { type: 'isIntent', params: { stage: 'unsettled' } }, target: 'choosing' },
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

/** What the dialog is about, in rupiah: what is being paid out, else what would be. */
export function selectWithdrawAmount(snapshot: WithdrawSnapshot): number {
  const { intent } = snapshot.context;
  return snapshot.hasTag('busy') && intent !== undefined ? intent.amount : amountOf(snapshot.context);
}

function withdrawalOf(context: Context) {
  return { kind: 'withdrawal', amount: amountOf(context) } as const;
}

function amountOf({ amountText }: Context): number {
  return parseAmount(amountText);
}
