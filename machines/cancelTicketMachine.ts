import { assign, setup, type SnapshotFrom } from 'xstate';
import { passwordAgainProblem } from '#domain/credentials.ts';
import { failureOf } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';
import { isExpired } from '#domain/tickets.ts';
import type { Ticket } from '#contract/ticket.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { unprovidedAction, unprovidedCallback, unprovidedPromise } from './unprovided.ts';

type Input = { readonly now: number };

type Context = Input & {
  ticket: Ticket | undefined;
  password: string;
  idempotencyKey: string;
  releaseAttempts: number;
  failure: string | undefined;
};

export type CancelTicketEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'cancel.open'; ticket: Ticket }
  | { type: 'cancel.confirm'; password: string }
  | { type: 'cancel.back' };

export type CancelTicketFact =
  | { type: 'tickets.cancelled'; ticket: Ticket }
  | { type: 'notify'; notification: Notification };

const RELEASE_ATTEMPTS = 3;

export const cancelTicketMachine = setup({
  types: {} as { context: Context; events: CancelTicketEvent; input: Input; tags: 'open' | 'busy' },
  actors: {
    watchClock: unprovidedCallback<undefined>('watchClock'),
    cancelTicket: unprovidedPromise<unknown, { ticketId: string; password: string; idempotencyKey: string }>(
      'cancelTicket',
    ),
    releaseSeats: unprovidedPromise<unknown, Ticket>('releaseSeats'),
  },
  guards: {
    isLive: ({ context }, params: { ticket: Ticket }) => !isExpired(params.ticket, context.now),
    isPasswordGiven: (_, params: { password: string }) => passwordAgainProblem(params.password) === undefined,
    canReleaseAgain: ({ context }) => context.releaseAttempts < RELEASE_ATTEMPTS,
  },
  actions: {
    announce: unprovidedAction<CancelTicketFact>('announce'),
    renewIdempotencyKey: unprovidedAction<undefined>('renewIdempotencyKey'),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeTicket: assign((_, params: { ticket: Ticket }) => ({ ticket: params.ticket, releaseAttempts: 0 })),
    storePassword: assign((_, params: { password: string }) => ({ password: params.password, failure: undefined })),
    forgetPassword: assign({ password: '' }),
    refusePassword: assign((_, params: { password: string }) => ({ failure: passwordAgainProblem(params.password) })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error).message })),
    countReleaseAttempt: assign({ releaseAttempts: ({ context }) => context.releaseAttempts + 1 }),
    forgetTicket: assign({ ticket: undefined, failure: undefined }),
  },
  delays: {
    releaseRetryDelay: ({ context }) => 500 * 2 ** context.releaseAttempts,
    releasePatience: 10_000,
  },
}).createMachine({
  id: 'cancelTicket',
  context: ({ input }) => ({
    ...input,
    ticket: undefined,
    password: '',
    idempotencyKey: '',
    releaseAttempts: 0,
    failure: undefined,
  }),
  invoke: { id: 'watchClock', src: 'watchClock' },
  on: { 'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } } },
  initial: 'closed',
  states: {
    closed: {
      description: 'An expired ticket cannot open the dialog (section 2, My Tickets).',
      entry: 'forgetTicket',
      on: {
        'cancel.open': {
          guard: { type: 'isLive', params: ({ event }) => event },
          target: 'askingPassword',
          actions: [{ type: 'storeTicket', params: ({ event }) => event }, 'renewIdempotencyKey'],
        },
      },
    },
    askingPassword: {
      description: 'The account password is required; a wrong one stays here with its sentence (sections 5 and 6).',
      tags: 'open',
      on: {
        'cancel.confirm': [
          {
            guard: { type: 'isPasswordGiven', params: ({ event }) => event },
            target: 'cancelling',
            actions: { type: 'storePassword', params: ({ event }) => event },
          },
          { actions: { type: 'refusePassword', params: ({ event }) => event } },
        ],
        'cancel.back': 'closed',
      },
    },
    cancelling: {
      description: 'The cancel call is on its way. There is no confirm here: the double-submit guard (section 4).',
      tags: ['open', 'busy'],
      exit: 'forgetPassword',
      invoke: {
        id: 'cancelTicket',
        src: 'cancelTicket',
        input: ({ context }) => ({
          ticketId: ticketOf(context).id,
          password: context.password,
          idempotencyKey: context.idempotencyKey,
        }),
        onDone: {
          target: 'releasingSeats',
          actions: {
            type: 'announce',
            params: ({ context }) => ({ type: 'tickets.cancelled', ticket: ticketOf(context) }),
          },
        },
        onError: {
          target: 'askingPassword',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'announce', params: ({ event }) => notify('error', failureOf(event.error).message) },
          ],
        },
      },
    },
    releasingSeats: {
      description: 'The booked seats are deleted after the ticket (section 4); the money is already back.',
      tags: ['open', 'busy'],
      after: { releasePatience: 'cancelled' },
      invoke: {
        id: 'releaseSeats',
        src: 'releaseSeats',
        input: ({ context }) => ticketOf(context),
        onDone: 'cancelled',
        onError: [
          { guard: 'canReleaseAgain', target: 'waitingToRelease', actions: 'countReleaseAttempt' },
          { target: 'cancelled' },
        ],
      },
    },
    waitingToRelease: {
      description: 'The second call failed: it is repeated, and nothing is ever refunded again.',
      tags: ['open', 'busy'],
      after: { releaseRetryDelay: 'releasingSeats' },
    },
    cancelled: {
      description: 'A message appears and the dialog closes (section 4).',
      always: { target: 'closed', actions: { type: 'announce', params: notify('success', sentences.cancelSuccess) } },
    },
  },
});

export type CancelTicketSnapshot = SnapshotFrom<typeof cancelTicketMachine>;

function ticketOf({ ticket }: Context): Ticket {
  if (ticket === undefined) throw new Error('There is no ticket to cancel');
  return ticket;
}
