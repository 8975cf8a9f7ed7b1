import { assign, sendParent, setup, type SnapshotFrom } from 'xstate';
import { askAgainDelay, failureOf, isOutcomeUnknown, type Failure } from '#domain/failure.ts';
import { sortSeats } from '#domain/seats.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { confirmationMachine } from './confirmationMachine.ts';
import { unprovidedCallback, unprovidedPromise } from './unprovided.ts';

/** What stood in the buy dialog when it was confirmed: film, screening, seats and price. */
export interface Order {
  readonly booking: Booking;
  readonly movieId: number;
}

export type PurchaseInput = Order & { readonly idempotencyKey: string };

type Context = PurchaseInput & {
  attempts: number;
  ticket: Ticket | undefined;
  failure: Failure | undefined;
  outcome: PurchaseOutcome | undefined;
};

/** How a purchase ended; `unconfirmed` is bought as well, but the second call kept failing. */
export type PurchaseOutcome =
  | { readonly kind: 'bought' | 'unconfirmed' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** What it tells its parent on the way. */
export type PurchaseNews =
  | { type: 'purchase.booked'; ticket: Ticket }
  | { type: 'purchase.unsettled'; failure: Failure };

export const purchaseMachine = setup({
  types: {} as {
    context: Context;
    events: { type: 'browser.online' };
    input: PurchaseInput;
    output: PurchaseOutcome;
  },
  actors: {
    bookTickets: unprovidedPromise<Ticket, { booking: Booking; idempotencyKey: string }>('bookTickets'),
    confirmation: confirmationMachine,
    watchOnline: unprovidedCallback<undefined>('watchOnline'),
  },
  guards: {
    isUnknown: ({ context }, params: { error: unknown }) => isOutcomeUnknown(failureOf(params.error), context.attempts),
    isUnknownAtFirst: ({ context }, params: { error: unknown }) =>
      context.attempts === 0 && isOutcomeUnknown(failureOf(params.error)),
    isGivenUp: (_, params: { output: 'confirmed' | 'givenUp' }) => params.output === 'givenUp',
  },
  actions: {
    tellParent: sendParent((_, params: PurchaseNews) => params),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeTicket: assign((_, params: { ticket: Ticket }) => ({ ticket: params.ticket, failure: undefined })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    settle: assign((_, params: PurchaseOutcome) => ({ outcome: params })),
  },
  delays: { askAgainDelay: ({ context }) => askAgainDelay(context.attempts) },
}).createMachine({
  id: 'purchase',
  context: ({ input }) => ({
    ...input,
    attempts: 0,
    ticket: undefined,
    failure: undefined,
    outcome: undefined,
  }),
  output: ({ context }) => outcomeOf(context),
  initial: 'calling',
  states: {
    calling: {
      description: 'The ticket call is on its way, with what was reviewed and nothing else (section 4).',
      invoke: {
        id: 'bookTickets',
        src: 'bookTickets',
        input: ({ context: { booking, idempotencyKey } }) => ({ booking, idempotencyKey }),
        onDone: {
          target: 'confirming',
          actions: [
            { type: 'storeTicket', params: ({ event }) => ({ ticket: event.output }) },
            { type: 'tellParent', params: ({ event }) => ({ type: 'purchase.booked', ticket: event.output }) },
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
                params: ({ event }) => ({ type: 'purchase.unsettled', failure: failureOf(event.error) }),
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
      description: 'No answer says what happened: the same is asked again with the same key, which never buys twice.',
      entry: 'countAttempt',
      invoke: { id: 'watchOnline', src: 'watchOnline' },
      after: { askAgainDelay: 'calling' },
      on: { 'browser.online': 'calling' },
    },
    confirming: {
      description: 'The booked-seats call follows the ticket call (section 4); the tickets are already bought.',
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context: { ticket, movieId } }) => ({ ticket: held(ticket), movieId }),
        onDone: [
          {
            guard: { type: 'isGivenUp', params: ({ event }) => event },
            target: 'bought',
            actions: { type: 'settle', params: { kind: 'unconfirmed' } },
          },
          { target: 'bought', actions: { type: 'settle', params: { kind: 'bought' } } },
        ],
      },
    },
    bought: { description: 'The tickets are the visitor’s.', type: 'final' },
    refused: { description: 'The cinema has refused: nothing was sold.', type: 'final' },
  },
});

export type PurchaseSnapshot = SnapshotFrom<typeof purchaseMachine>;

/** How a purchase stands, for those who watch it; asking again is still no answer. */
export function selectPurchase({ value, context }: PurchaseSnapshot) {
  const { booking, ticket, attempts, outcome } = context;
  const stage = value === 'calling' && attempts > 0 ? 'unsettled' : value;
  const failure = outcome?.kind === 'refused' ? outcome.failure : context.failure;
  return { stage, booking, ticket, failure };
}

export type PurchaseStanding = ReturnType<typeof selectPurchase>;

/** A purchase in the moment of its confirm. */
export function purchaseBegun(booking: Booking): PurchaseStanding {
  return { stage: 'calling', booking, ticket: undefined, failure: undefined };
}

/** Whether a purchase has no known end yet. */
export function isRunning(purchase: PurchaseStanding | undefined): boolean {
  return purchase !== undefined && purchase.stage !== 'bought' && purchase.stage !== 'refused';
}

/** The seats of a purchase and what they are for, as the page had handed them over. */
export function seatsOf(purchase: PurchaseStanding | undefined): {
  readonly screening: Screening | undefined;
  readonly selected: readonly number[];
} {
  if (purchase === undefined) return { screening: undefined, selected: [] };
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = purchase.booking;
  return { screening: { title: movieTitle, date: showtimeDate, time: showtimeTime }, selected: seatNumbers };
}

/** The seats that nobody can choose: those sold, and those that this purchase has bought or, while it runs, may have. */
export function takenSeats({
  booked,
  screening,
  purchase,
}: {
  readonly booked: readonly number[];
  readonly screening: Screening | undefined;
  readonly purchase: PurchaseStanding | undefined;
}): readonly number[] {
  const bought = seatsOf(purchase);
  const isHere = isSameScreening(bought.screening, screening);
  if (!isHere || purchase?.stage === 'refused') return booked;
  return sortSeats([...new Set([...booked, ...bought.selected])]);
}

function outcomeOf({ outcome }: Context): PurchaseOutcome {
  if (outcome === undefined) throw new Error('The purchase has no outcome yet');
  return outcome;
}

function held(ticket: Ticket | undefined): Ticket {
  if (ticket === undefined) throw new Error('There is no ticket to confirm');
  return ticket;
}

function isSameScreening(one: Screening | undefined, other: Screening | undefined): boolean {
  return one?.title === other?.title && one?.date === other?.date && one?.time === other?.time;
}
