import { assign, fromCallback, fromPromise, raise, sendTo, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { retryDelay, failed, failureOf, isUnanswered, type Failure } from '#domain/failure.ts';
import { PATHS } from '#domain/paths.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { addTicket, isListed, removeTicket } from '#domain/tickets.ts';
import { type Ticket, TICKETS_ON_A_PAGE } from '#contract/ticket.ts';
import type { SessionUser, User } from '#contract/user.ts';
import { toApp, toToasts } from './targets.ts';
import type { SessionFact, SessionMessage } from './events.ts';
import { environmentOf, watchOnline, whenVisible } from './environment.ts';
import { currentLocation } from './navigation.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import type { Api } from '#contract/calls.ts';

/** The user's tickets from the server, and the user if it was fetched as well. */
export interface Account {
  readonly user: User | undefined;
  readonly tickets: readonly Ticket[];
}

interface Context {
  user: User | undefined;
  tickets: readonly Ticket[];
  /** The tickets that this device saved; empty unless the server is unreachable. */
  savedTickets: readonly Ticket[];
  attempts: number;
  failure: Failure | undefined;
}

export type SessionEvent =
  | SessionMessage
  | { type: 'session.signOut' | 'session.ended' }
  | { type: 'token.changed' | 'tab.shown' | 'browser.online' }
  | { type: 'savedTickets.changed'; tickets: readonly Ticket[] };

/** The minimum time between two reports that the tab is shown, in milliseconds. */
const SHOWN_PAUSE = 5000;

export const sessionMachine = setup({
  types: {} as { context: Context; events: SessionEvent },
  actors: {
    loadUser: fromPromise<User | undefined, { loading: boolean }>(async ({ input, system }) => {
      const { api, storage, visitor } = environmentOf(system);
      await visitor;
      // A public page can be used before the response, so it needs no overlay.
      const loading = input.loading && currentLocation(system)?.personal !== undefined;
      return storage.token.read() === undefined ? undefined : api('readUser', { loading });
    }),
    // Only My Tickets shows the overlay while the tickets load.
    loadAccount: fromPromise<Account, { isUserKnown: boolean; loading: boolean }>(async ({ input, system }) => {
      const { api } = environmentOf(system);
      const loading = input.loading && currentLocation(system)?.route === PATHS.myTickets;
      const user = input.isUserKnown ? undefined : await api('readUser');
      return { user, tickets: await listEveryTicket(api, loading) };
    }),
    watchSession: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      environmentOf(system).onSessionEnded(() => sendBack({ type: 'session.ended' })),
    ),
    // The API client reads the token when it starts the call, so the token can be removed right after.
    revokeToken: fromPromise<void, undefined>(async ({ system }) => {
      const { api, storage } = environmentOf(system);
      const revoked = api('signOut');
      storage.token.remove();
      await revoked;
    }),
    watchToken: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      environmentOf(system).storage.token.subscribe(() => sendBack({ type: 'token.changed' })),
    ),
    watchTabs: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const { device } = environmentOf(system);
      const report = whenVisible(system, SHOWN_PAUSE, () => sendBack({ type: 'tab.shown' }));
      const ends = [device.onVisibilityChange(report), device.onOtherTab(() => sendBack({ type: 'account.changed' }))];
      return () => ends.forEach((end) => end());
    }),
    watchOnline,
    watchSavedTickets: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const { tickets } = environmentOf(system).storage;
      const report = () => sendBack({ type: 'savedTickets.changed', tickets: tickets.list() });
      report();
      return tickets.subscribe(report);
    }),
  },
  guards: {
    isUserFound: (_, params: { user: User | undefined }) => params.user !== undefined,
    isUnanswered: (_, params: { error: unknown }) => isUnanswered(failureOf(params.error)),
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    reportToApp: sendTo(toApp, (_, params: SessionFact) => params),
    requestRefresh: raise({ type: 'account.changed' }),
    storeToken: ({ system }, { token }: { token: string }) => environmentOf(system).storage.token.write(token),
    removeToken: ({ system }) => environmentOf(system).storage.token.remove(),
    notifyTabs: ({ system }) => environmentOf(system).device.notifyTabs(),
    disownSavedTickets: ({ system }, { userId }: { userId: string | undefined }) => {
      if (userId !== undefined) environmentOf(system).storage.tickets.disown(userId);
    },
    syncSavedTickets: ({ system }, { tickets }: { tickets: readonly Ticket[] }) =>
      environmentOf(system).storage.tickets.sync(tickets),
    dropSavedTicket: ({ system }, { ticketId }: { ticketId: string }) =>
      environmentOf(system).storage.tickets.drop(ticketId),
    forgetSavedTickets: ({ system }) => environmentOf(system).storage.tickets.forget(),
    storeUser: assign((_, params: { user: User | undefined }) => ({
      user: params.user,
      tickets: [],
      failure: undefined,
    })),
    storeAccount: assign(({ context }, params: Account) => ({
      user: params.user ?? context.user,
      tickets: params.tickets,
      failure: undefined,
    })),
    clear: assign({ user: undefined, tickets: [], failure: undefined }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    storeSavedTickets: assign((_, params: { tickets: readonly Ticket[] }) => ({ savedTickets: params.tickets })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    addTicket: assign(({ context: { user, tickets } }, { ticket }: { ticket: Ticket }) => ({
      tickets: addTicket(tickets, ticket),
      user: isListed(tickets, ticket) ? user : withBalance(user, -pricePaid(ticket)),
    })),
    removeTicket: assign(({ context: { user, tickets } }, { ticket }: { ticket: Ticket }) => ({
      tickets: removeTicket(tickets, ticket.id),
      user: isListed(tickets, ticket) ? withBalance(user, pricePaid(ticket)) : user,
    })),
    storeBalance: assign(({ context }, params: { balance: number }) => ({
      user: context.user && { ...context.user, balance: params.balance },
    })),
  },
  delays: { retryDelay: ({ context }) => retryDelay(context.attempts) },
}).createMachine({
  id: 'session',
  context: { user: undefined, tickets: [], savedTickets: [], attempts: 0, failure: undefined },
  initial: 'restoring',
  invoke: [
    { id: 'watchSession', src: 'watchSession' },
    { id: 'watchToken', src: 'watchToken' },
    { id: 'watchTabs', src: 'watchTabs' },
  ],
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
      description: 'Fetches user/info if a token is stored. An error response clears the user silently (section 4).',
      entry: { type: 'reportToApp', params: { type: 'session.restoring' } },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        input: { loading: true },
        onDone: [
          {
            guard: { type: 'isUserFound', params: ({ event }) => ({ user: event.output }) },
            target: 'signedIn',
            actions: { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: [
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'unreachable' },
          { target: 'signedOut' },
        ],
      },
      on: {
        'session.ended': { description: 'The server no longer knows the token.', actions: 'forgetSavedTickets' },
      },
    },
    unreachable: {
      description: 'The server is unreachable. The token stays, the signed-out UI shows, and the machine retries.',
      entry: ['clear', { type: 'reportToApp', params: { type: 'session.unreachable' } }],
      exit: ['resetAttempts', { type: 'storeSavedTickets', params: { tickets: [] } }],
      invoke: { id: 'watchSavedTickets', src: 'watchSavedTickets' },
      on: { 'savedTickets.changed': { actions: { type: 'storeSavedTickets', params: ({ event }) => event } } },
      initial: 'waiting',
      states: {
        waiting: {
          description:
            'Waits 1, 2, 5, then 15 s before each retry, or until the browser is online or the user presses Retry.',
          entry: 'countAttempt',
          invoke: { id: 'watchOnline', src: 'watchOnline' },
          after: { retryDelay: 'retrying' },
          on: { 'browser.online': 'retrying', 'session.retry': 'retrying' },
        },
        retrying: {
          description: 'Fetches user/info in the background, without the overlay.',
          invoke: {
            id: 'loadUser',
            src: 'loadUser',
            input: { loading: false },
            onDone: [
              {
                guard: { type: 'isUserFound', params: ({ event }) => ({ user: event.output }) },
                target: '#session.signedIn',
                actions: { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
              },
              { target: '#session.signedOut' },
            ],
            onError: [
              { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'waiting' },
              { target: '#session.signedOut' },
            ],
          },
          on: {
            'session.ended': { description: 'The server no longer knows the token.', actions: 'forgetSavedTickets' },
          },
        },
      },
    },
    signedIn: {
      description: 'A user is signed in. The tickets are fetched on every change of user (section 4).',
      entry: [
        { type: 'disownSavedTickets', params: ({ context }) => ({ userId: context.user?.id }) },
        { type: 'reportToApp', params: { type: 'session.signedIn' } },
      ],
      initial: 'loadingTickets',
      on: {
        'session.signOut': {
          target: 'signedOut.revoking',
          actions: ['forgetSavedTickets', { type: 'reportToApp', params: { type: 'session.left' } }],
        },
        'session.ended': {
          target: 'signedOut',
          description: 'A later call got a 401.',
          actions: [
            'forgetSavedTickets',
            { type: 'reportToApp', params: { type: 'session.ended' } },
            { type: 'notify', params: notify('error', failed('unauthenticated')) },
          ],
        },
        'balance.changed': { actions: [{ type: 'storeBalance', params: ({ event }) => event }, 'notifyTabs'] },
        'tickets.booked': {
          description: 'Adds the ticket to the list at once, then fetches the account.',
          actions: [{ type: 'addTicket', params: ({ event }) => event }, 'notifyTabs', 'requestRefresh'],
        },
        'tickets.cancelled': {
          actions: [
            { type: 'removeTicket', params: ({ event }) => event },
            { type: 'dropSavedTicket', params: ({ event }) => ({ ticketId: event.ticket.id }) },
            'notifyTabs',
            'requestRefresh',
          ],
        },
      },
      states: {
        loadingTickets: {
          description: 'Fetching the tickets.',
          invoke: {
            id: 'loadAccount',
            src: 'loadAccount',
            input: { isUserKnown: true, loading: true },
            onDone: {
              target: 'ready',
              actions: [
                { type: 'storeAccount', params: ({ event }) => event.output },
                { type: 'syncSavedTickets', params: ({ event }) => event.output },
              ],
            },
            onError: {
              target: 'failed',
              actions: [
                { type: 'storeFailure', params: ({ event }) => event },
                { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error)) },
              ],
            },
          },
          on: { 'account.changed': 'reloading' },
        },
        reloading: {
          description: 'The account changed before the list was loaded. Fetching user and tickets again.',
          invoke: {
            id: 'loadAccount',
            src: 'loadAccount',
            input: { isUserKnown: false, loading: false },
            onDone: {
              target: 'ready',
              actions: [
                { type: 'storeAccount', params: ({ event }) => event.output },
                { type: 'syncSavedTickets', params: ({ event }) => event.output },
              ],
            },
            onError: { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
          on: {
            'account.changed': { target: 'reloading', reenter: true },
            'balance.changed': {
              target: 'reloading',
              reenter: true,
              description: 'The response under way may be older than this balance.',
              actions: [{ type: 'storeBalance', params: ({ event }) => event }, 'notifyTabs'],
            },
          },
        },
        ready: {
          description:
            'The list is loaded. A booking is added at the front; a cancelled ticket is removed by its id, compared as text (section 3).',
          initial: 'current',
          on: { 'account.changed': '.refreshing', 'tab.shown': '.refreshing' },
          states: {
            current: { description: 'Shows what the server sent last.' },
            refreshing: {
              description:
                'The tab is shown again, or the account changed. Fetching user and tickets in the background.',
              invoke: {
                id: 'loadAccount',
                src: 'loadAccount',
                input: { isUserKnown: false, loading: false },
                onDone: {
                  target: 'current',
                  actions: [
                    { type: 'storeAccount', params: ({ event }) => event.output },
                    { type: 'syncSavedTickets', params: ({ event }) => event.output },
                  ],
                },
                onError: 'current',
              },
              on: {
                'balance.changed': {
                  target: 'refreshing',
                  reenter: true,
                  description: 'The response under way may be older than this balance.',
                  actions: [{ type: 'storeBalance', params: ({ event }) => event }, 'notifyTabs'],
                },
              },
            },
          },
        },
        failed: {
          description: 'The list could not be loaded. A toast shows the reason, and the user can retry (section 8).',
          on: { 'tickets.retry': 'loadingTickets', 'account.changed': 'reloading', 'tab.shown': 'reloading' },
        },
      },
    },
    signedOut: {
      description: 'No user is signed in. The token is removed and the ticket list is empty (section 4).',
      entry: ['clear', { type: 'reportToApp', params: { type: 'session.signedOut' } }],
      initial: 'idle',
      states: {
        revoking: {
          description:
            'The user logged out. A request revokes the token on the server. Then this browser removes it, even if the request failed.',
          invoke: { id: 'revokeToken', src: 'revokeToken', onDone: 'idle', onError: 'idle' },
        },
        idle: { description: 'No token is stored.', entry: 'removeToken' },
      },
    },
  },
});

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

function withoutToken({ token: _, ...user }: SessionUser): User {
  return user;
}

/** Not below 0: the user may have topped up on another device since the account was fetched. */
function withBalance(user: User | undefined, change: number): User | undefined {
  return user && { ...user, balance: Math.max(0, user.balance + change) };
}

function pricePaid(ticket: Ticket): number {
  return purchaseTotal(ticket.movieTicketPrice, ticket.seatNumbers.length);
}

/** Fetches all tickets of the user page by page, newest first. Few users have more than one page. */
export async function listEveryTicket(api: Api, loading: boolean, before?: string): Promise<Ticket[]> {
  const page = await api('listTickets', { loading, input: before === undefined ? {} : { before } });
  const last = page[TICKETS_ON_A_PAGE - 1];
  return last ? [...page, ...(await listEveryTicket(api, loading, last.id))] : page;
}
