import { assign, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '#domain/failure.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { sentences } from '#domain/sentences.ts';
import { addTicket, removeTicket } from '#domain/tickets.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { SessionUser, User } from '#contract/user.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { unprovidedAction, unprovidedCallback, unprovidedPromise } from './unprovided.ts';

interface Context {
  user: User | undefined;
  tickets: readonly Ticket[];
  failure: string;
}

export type SessionEvent =
  | { type: 'session.start'; user: SessionUser }
  | { type: 'session.signOut' }
  | { type: 'session.ended' }
  | { type: 'token.changed' }
  | { type: 'tickets.retry' }
  | { type: 'tickets.booked'; ticket: Ticket }
  | { type: 'tickets.cancelled'; ticket: Ticket }
  | { type: 'balance.changed'; balance: number };

export type SessionFact =
  | { type: 'session.signedIn' }
  | { type: 'session.signedOut' }
  | { type: 'notify'; notification: Notification };

export const sessionMachine = setup({
  types: {} as {
    context: Context;
    events: SessionEvent;
  },
  actors: {
    restoreUser: unprovidedPromise<User | undefined, undefined>('restoreUser'),
    loadTickets: unprovidedPromise<Ticket[], undefined>('loadTickets'),
    watchToken: unprovidedCallback<undefined>('watchToken'),
  },
  guards: {
    isSomebody: (_, params: { user: User | undefined }) => params.user !== undefined,
  },
  actions: {
    announce: unprovidedAction<SessionFact>('announce'),
    storeToken: unprovidedAction<{ token: string }>('storeToken'),
    removeToken: unprovidedAction<undefined>('removeToken'),
    revokeToken: unprovidedAction<undefined>('revokeToken'),
    disownKeptTickets: unprovidedAction<{ userId: string | undefined }>('disownKeptTickets'),
    syncKeptTickets: unprovidedAction<{ tickets: readonly Ticket[] }>('syncKeptTickets'),
    dropKeptTicket: unprovidedAction<{ ticketId: string }>('dropKeptTicket'),
    forgetKeptTickets: unprovidedAction<undefined>('forgetKeptTickets'),
    storeUser: assign((_, params: { user: User | undefined }) => ({ user: params.user, tickets: [], failure: '' })),
    clear: assign({ user: undefined, tickets: [], failure: '' }),
    storeTickets: assign((_, params: { tickets: readonly Ticket[] }) => ({ tickets: params.tickets, failure: '' })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error).message })),
    addTicket: assign(({ context }, params: { ticket: Ticket }) => ({
      tickets: addTicket(context.tickets, params.ticket),
      user: withBalance(context.user, -pricePaid(params.ticket)),
    })),
    removeTicket: assign(({ context }, params: { ticket: Ticket }) => ({
      tickets: removeTicket(context.tickets, params.ticket.id),
      user: withBalance(context.user, pricePaid(params.ticket)),
    })),
    storeBalance: assign(({ context }, params: { balance: number }) => ({
      user: context.user && { ...context.user, balance: params.balance },
    })),
  },
}).createMachine({
  id: 'session',
  context: { user: undefined, tickets: [], failure: '' },
  initial: 'restoring',
  invoke: { id: 'watchToken', src: 'watchToken' },
  on: {
    'session.start': {
      target: '.signedIn',
      description: 'Sign-in or sign-up succeeded (section 4).',
      actions: [
        { type: 'storeToken', params: ({ event }) => ({ token: event.user.token }) },
        { type: 'storeUser', params: ({ event }) => ({ user: withoutToken(event.user) }) },
      ],
    },
    'token.changed': { target: '.restoring', description: 'Another tab signed in or out.' },
  },
  states: {
    restoring: {
      description: 'Asks user/info when a token is stored; a failure clears the user silently (section 4, App load).',
      invoke: {
        id: 'restoreUser',
        src: 'restoreUser',
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => ({ user: event.output }) },
            target: 'signedIn',
            actions: { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
      on: {
        'session.ended': { description: 'The server no longer knows the token.', actions: 'forgetKeptTickets' },
      },
    },
    signedIn: {
      description: 'A user is stored; the tickets are fetched on every change of user (section 4).',
      entry: [
        { type: 'disownKeptTickets', params: ({ context }) => ({ userId: context.user?.id }) },
        { type: 'announce', params: { type: 'session.signedIn' } },
      ],
      initial: 'loadingTickets',
      on: {
        'session.signOut': { target: 'signedOut', actions: ['revokeToken', 'forgetKeptTickets'] },
        'session.ended': {
          target: 'signedOut',
          description: 'A later call was answered 401.',
          actions: ['forgetKeptTickets', { type: 'announce', params: notify('error', sentences.sessionEnded) }],
        },
        'balance.changed': { actions: { type: 'storeBalance', params: ({ event }) => event } },
        'tickets.booked': { actions: { type: 'addTicket', params: ({ event }) => event } },
        'tickets.cancelled': {
          actions: [
            { type: 'removeTicket', params: ({ event }) => event },
            { type: 'dropKeptTicket', params: ({ event }) => ({ ticketId: event.ticket.id }) },
          ],
        },
      },
      states: {
        loadingTickets: {
          description: 'A list that changes while it is fetched is fetched again.',
          on: {
            'tickets.booked': {
              target: 'loadingTickets',
              reenter: true,
              actions: { type: 'addTicket', params: ({ event }) => event },
            },
            'tickets.cancelled': {
              target: 'loadingTickets',
              reenter: true,
              actions: [
                { type: 'removeTicket', params: ({ event }) => event },
                { type: 'dropKeptTicket', params: ({ event }) => ({ ticketId: event.ticket.id }) },
              ],
            },
          },
          invoke: {
            id: 'loadTickets',
            src: 'loadTickets',
            onDone: {
              target: 'ready',
              actions: [
                { type: 'storeTickets', params: ({ event }) => ({ tickets: event.output }) },
                { type: 'syncKeptTickets', params: ({ event }) => ({ tickets: event.output }) },
              ],
            },
            onError: {
              target: 'failed',
              actions: [
                { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
                {
                  type: 'announce',
                  params: ({ event }) => notify('error', failureOf(event.error).message),
                },
              ],
            },
          },
        },
        ready: {
          description: 'Bookings are added to the front, a cancelled ticket is removed by its id as text (section 3).',
        },
        failed: {
          description: 'The error message was dispatched; the list can be asked for again (section 8).',
          on: { 'tickets.retry': 'loadingTickets' },
        },
      },
    },
    signedOut: {
      description: 'The user is null: token removed, ticket list emptied (section 4).',
      entry: ['removeToken', 'clear', { type: 'announce', params: { type: 'session.signedOut' } }],
    },
  },
});

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

function withoutToken({ token: _, ...user }: SessionUser): User {
  return user;
}

function withBalance(user: User | undefined, change: number): User | undefined {
  return user && { ...user, balance: user.balance + change };
}

function pricePaid(ticket: Ticket): number {
  return purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length);
}
