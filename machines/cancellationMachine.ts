import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { askAgainDelay, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import type { Ticket } from '#contract/ticket.ts';
import { confirmationMachine } from './confirmationMachine.ts';
import { unprovidedCallback, unprovidedPromise } from './unprovided.ts';

/** What stood in the cancel dialog when it was confirmed. */
export interface CancellationInput {
  readonly ticket: Ticket;
  readonly password: string;
  readonly idempotencyKey: string;
}

type Context = CancellationInput & {
  attempts: number;
  failure: Failure | undefined;
  outcome: CancellationOutcome | undefined;
};

/** How a cancellation ended; `gone` is a ticket that was cancelled elsewhere before. */
export type CancellationOutcome =
  | { readonly kind: 'cancelled' | 'gone' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** What it tells its parent on the way. */
export type CancellationNews =
  | { type: 'cancellation.refunded'; ticket: Ticket }
  | { type: 'cancellation.unsettled'; failure: Failure };

export const cancellationMachine = setup({
  types: {} as {
    context: Context;
    events: { type: 'browser.online' };
    input: CancellationInput;
    output: CancellationOutcome;
  },
  actors: {
    cancelTicket: unprovidedPromise<unknown, { ticketId: string; password: string; idempotencyKey: string }>(
      'cancelTicket',
    ),
    confirmation: confirmationMachine,
    watchOnline: unprovidedCallback<undefined>('watchOnline'),
  },
  guards: {
    isUnknown: ({ context }, params: { error: unknown }) => isOutcomeUnknown(failureOf(params.error), context.attempts),
    isUnknownAtFirst: ({ context }, params: { error: unknown }) =>
      context.attempts === 0 && isOutcomeUnknown(failureOf(params.error)),
    isGone: (_, params: { error: unknown }) => failureOf(params.error).code === 'ticket_not_found',
  },
  actions: {
    tellParent: sendParent((_, params: CancellationNews) => params),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetPassword: assign({ password: '' }),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    clearFailure: assign({ failure: undefined }),
    settle: assign((_, params: CancellationOutcome) => ({ outcome: params })),
  },
  delays: { askAgainDelay: ({ context }) => askAgainDelay(context.attempts) },
}).createMachine({
  id: 'cancellation',
  context: ({ input }) => ({ ...input, attempts: 0, failure: undefined, outcome: undefined }),
  output: ({ context }) => outcomeOf(context),
  initial: 'calling',
  states: {
    calling: {
      description: 'The cancel call is on its way, with the password that was entered (section 4).',
      invoke: {
        id: 'cancelTicket',
        src: 'cancelTicket',
        input: ({ context: { ticket, password, idempotencyKey } }) => ({
          ticketId: ticket.id,
          password,
          idempotencyKey,
        }),
        onDone: {
          target: 'confirming',
          actions: [
            'clearFailure',
            'forgetPassword',
            {
              type: 'tellParent',
              params: ({ context }) => ({ type: 'cancellation.refunded', ticket: context.ticket }),
            },
          ],
        },
        onError: [
          {
            guard: { type: 'isUnknownAtFirst', params: ({ event }) => event },
            target: 'unsettled',
            actions: [
              { type: 'storeFailure', params: ({ event }) => event },
              {
                type: 'tellParent',
                params: ({ event }) => ({ type: 'cancellation.unsettled', failure: failureOf(event.error) }),
              },
            ],
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: 'unsettled',
            actions: { type: 'storeFailure', params: ({ event }) => event },
          },
          {
            guard: { type: 'isGone', params: ({ event }) => event },
            target: 'cancelled',
            actions: ['forgetPassword', { type: 'settle', params: { kind: 'gone' } }],
          },
          {
            target: 'refused',
            actions: [
              'forgetPassword',
              { type: 'settle', params: ({ event }) => ({ kind: 'refused', failure: failureOf(event.error) }) },
            ],
          },
        ],
      },
    },
    unsettled: {
      description:
        'No answer says what happened: the same is asked again with the same key, which never refunds twice.',
      entry: 'countAttempt',
      invoke: { id: 'watchOnline', src: 'watchOnline' },
      after: { askAgainDelay: 'calling' },
      on: { 'browser.online': 'calling' },
    },
    confirming: {
      description: 'The booked seats are deleted after the ticket (section 4); the money is already back.',
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context: { ticket } }) => ({ ticket, movieId: undefined }),
        onDone: { target: 'cancelled', actions: { type: 'settle', params: { kind: 'cancelled' } } },
      },
    },
    cancelled: { description: 'The ticket is no more.', type: 'final' },
    refused: { description: 'The cinema has refused: the ticket stays.', type: 'final' },
  },
});

export type CancellationSnapshot = SnapshotFrom<typeof cancellationMachine>;

/** How a cancellation stands, for those who watch it; asking again is still no answer. */
export function selectCancellation({ value, context }: CancellationSnapshot) {
  const { ticket, attempts, outcome } = context;
  const stage = value === 'calling' && attempts > 0 ? 'unsettled' : value;
  const failure = outcome?.kind === 'refused' ? outcome.failure : context.failure;
  return { stage, ticket, failure };
}

export type CancellationStanding = ReturnType<typeof selectCancellation>;

/** A cancellation in the moment of its confirm. */
export function cancellationBegun(ticket: Ticket): CancellationStanding {
  return { stage: 'calling', ticket, failure: undefined };
}

/** Whether a cancellation has no known end yet. */
export function isCancellationRunning(cancellation: CancellationStanding | undefined): boolean {
  return cancellation !== undefined && cancellation.stage !== 'cancelled' && cancellation.stage !== 'refused';
}

function outcomeOf({ outcome }: Context): CancellationOutcome {
  if (outcome === undefined) throw new Error('The cancellation has no outcome yet');
  return outcome;
}
