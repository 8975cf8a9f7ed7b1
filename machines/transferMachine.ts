import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { askAgainDelay, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import { unprovidedCallback, unprovidedPromise } from './unprovided.ts';

/** What stood in the dialog when a top-up or a withdrawal was confirmed; rupiah. A top-up sends no password (section 5). */
export interface TransferInput {
  readonly kind: 'topUp' | 'withdrawal';
  readonly amount: number;
  readonly password: string;
  readonly idempotencyKey: string;
}

type Context = TransferInput & {
  attempts: number;
  failure: Failure | undefined;
  outcome: TransferOutcome | undefined;
};

/** How a transfer ended: with the new balance in rupiah, or refused. */
export type TransferOutcome =
  | { readonly kind: 'done'; readonly balance: number }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** What it tells its parent on the way. */
export type TransferNews = { type: `${TransferInput['kind']}.unsettled`; failure: Failure };

export const transferMachine = setup({
  types: {} as {
    context: Context;
    events: { type: 'browser.online' };
    input: TransferInput;
    output: TransferOutcome;
  },
  actors: {
    transfer: unprovidedPromise<{ balance: number }, TransferInput>('transfer'),
    watchOnline: unprovidedCallback<undefined>('watchOnline'),
  },
  guards: {
    isUnknown: ({ context }, params: { error: unknown }) => isOutcomeUnknown(failureOf(params.error), context.attempts),
    isUnknownAtFirst: ({ context }, params: { error: unknown }) =>
      context.attempts === 0 && isOutcomeUnknown(failureOf(params.error)),
  },
  actions: {
    tellParent: sendParent((_, params: TransferNews) => params),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetPassword: assign({ password: '' }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    settle: assign((_, params: TransferOutcome) => ({ outcome: params })),
  },
  delays: { askAgainDelay: ({ context }) => askAgainDelay(context.attempts) },
}).createMachine({
  id: 'transfer',
  context: ({ input }) => ({ ...input, attempts: 0, failure: undefined, outcome: undefined }),
  output: ({ context }) => outcomeOf(context),
  initial: 'calling',
  states: {
    calling: {
      description: 'The balance call is on its way, with the amount that was confirmed (section 4).',
      invoke: {
        id: 'transfer',
        src: 'transfer',
        input: ({ context: { kind, amount, password, idempotencyKey } }) => ({
          kind,
          amount,
          password,
          idempotencyKey,
        }),
        onDone: {
          target: 'done',
          actions: { type: 'settle', params: ({ event }) => ({ kind: 'done', balance: event.output.balance }) },
        },
        onError: [
          {
            guard: { type: 'isUnknownAtFirst', params: ({ event }) => event },
            target: 'unsettled',
            actions: [
              { type: 'storeFailure', params: ({ event }) => event },
              {
                type: 'tellParent',
                params: ({ context, event }) => ({
                  type: `${context.kind}.unsettled`,
                  failure: failureOf(event.error),
                }),
              },
            ],
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: 'unsettled',
            actions: { type: 'storeFailure', params: ({ event }) => event },
          },
          {
            target: 'refused',
            actions: { type: 'settle', params: ({ event }) => ({ kind: 'refused', failure: failureOf(event.error) }) },
          },
        ],
      },
    },
    unsettled: {
      description: 'No answer says what happened: the same is asked again with the same key, which never pays twice.',
      entry: 'countAttempt',
      invoke: { id: 'watchOnline', src: 'watchOnline' },
      after: { askAgainDelay: 'calling' },
      on: { 'browser.online': 'calling' },
    },
    done: { description: 'The cinema says what the balance is now.', type: 'final', entry: 'forgetPassword' },
    refused: {
      description: 'The cinema has refused: the balance is as it was.',
      type: 'final',
      entry: 'forgetPassword',
    },
  },
});

export type TransferSnapshot = SnapshotFrom<typeof transferMachine>;

/** How a transfer stands, for those who watch it; asking again is still no answer. */
export function selectTransfer({ value, context }: TransferSnapshot) {
  const { amount, attempts, outcome } = context;
  const stage = value === 'calling' && attempts > 0 ? 'unsettled' : value;
  const failure = outcome?.kind === 'refused' ? outcome.failure : context.failure;
  return { stage, amount, failure };
}

export type TransferStanding = ReturnType<typeof selectTransfer>;

/** A transfer in the moment of its confirm; rupiah. */
export function transferBegun(amount: number): TransferStanding {
  return { stage: 'calling', amount, failure: undefined };
}

/** Whether a transfer has no known end yet. */
export function isTransferRunning(transfer: TransferStanding | undefined): boolean {
  return transfer !== undefined && transfer.stage !== 'done' && transfer.stage !== 'refused';
}

function outcomeOf({ outcome }: Context): TransferOutcome {
  if (outcome === undefined) throw new Error('The transfer has no outcome yet');
  return outcome;
}
