import { assign, setup, type SnapshotFrom } from 'xstate';
import { passwordAgainProblem } from '#domain/credentials.ts';
import { failureOf } from '#domain/failure.ts';
import { parseAmount, withdrawProblem } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { sentences } from '#domain/sentences.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { unprovidedAction, unprovidedPromise } from './unprovided.ts';

type Context = {
  amountText: string;
  password: string;
  idempotencyKey: string;
  failure: string | undefined;
};

export type WithdrawEvent =
  | { type: 'amount.choose'; amount: number }
  | { type: 'amount.type'; text: string }
  | { type: 'withdraw.confirm'; password: string }
  | { type: 'withdraw.review' | 'withdraw.back' };

export type WithdrawFact =
  | { type: 'balance.changed'; balance: number }
  | { type: 'notify'; notification: Notification };

export const withdrawMachine = setup({
  types: {} as { context: Context; events: WithdrawEvent; tags: 'reviewing' | 'submitting' },
  actors: {
    withdraw: unprovidedPromise<{ balance: number }, { amount: number; password: string; idempotencyKey: string }>(
      'withdraw',
    ),
  },
  guards: {
    isAmountGood: ({ context }) => withdrawProblem(parseAmount(context.amountText)) === undefined,
    isPasswordGiven: (_, params: { password: string }) => passwordAgainProblem(params.password) === undefined,
  },
  actions: {
    announce: unprovidedAction<WithdrawFact>('announce'),
    goTo: unprovidedAction<{ path: string }>('goTo'),
    renewIdempotencyKey: unprovidedAction<undefined>('renewIdempotencyKey'),
    storeAmount: assign((_, params: { text: string }) => ({ amountText: params.text, failure: undefined })),
    refuseAmount: assign({ failure: ({ context }) => withdrawProblem(parseAmount(context.amountText)) }),
    storePassword: assign((_, params: { password: string }) => ({ password: params.password, failure: undefined })),
    refusePassword: assign((_, params: { password: string }) => ({ failure: passwordAgainProblem(params.password) })),
    forgetPassword: assign({ password: '' }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error).message })),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'withdraw',
  context: { amountText: '', password: '', idempotencyKey: '', failure: undefined },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'A preset or a typed amount: more than 0, at most 500000 (section 5, Withdraw).',
      on: {
        'amount.choose': { actions: { type: 'storeAmount', params: ({ event }) => ({ text: String(event.amount) }) } },
        'amount.type': { actions: { type: 'storeAmount', params: ({ event }) => event } },
        'withdraw.review': [
          { guard: 'isAmountGood', target: 'confirming', actions: ['clearFailure', 'renewIdempotencyKey'] },
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
            guard: { type: 'isPasswordGiven', params: ({ event }) => event },
            target: 'submitting',
            actions: { type: 'storePassword', params: ({ event }) => event },
          },
          { actions: { type: 'refusePassword', params: ({ event }) => event } },
        ],
        'withdraw.back': { target: 'choosing', actions: 'clearFailure' },
      },
    },
    submitting: {
      description: 'The call is on its way. There is no confirm here: the double-submit guard (section 4).',
      tags: ['reviewing', 'submitting'],
      exit: 'forgetPassword',
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        input: ({ context }) => ({
          amount: parseAmount(context.amountText),
          password: context.password,
          idempotencyKey: context.idempotencyKey,
        }),
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
      entry: { type: 'announce', params: notify('success', sentences.withdrawSuccess, 'bottom-left') },
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'On the way to /.',
      type: 'final',
      entry: { type: 'goTo', params: { path: PATHS.home } },
    },
  },
});

export type WithdrawSnapshot = SnapshotFrom<typeof withdrawMachine>;
