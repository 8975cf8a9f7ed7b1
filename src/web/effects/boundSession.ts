import { fromCallback, fromPromise } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { sessionMachine, type Account } from '#machines/sessionMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { listEveryTicket } from './listEveryTicket.ts';
import { watchOnline } from './watchOnline.ts';
import { watchTabs } from './watchTabs.ts';

/** The session bound to the API, to the other tabs, and to what the browser stores of it: the token, and the tickets that were opened. */
export const boundSession = sessionMachine.provide({
  actors: {
    restoreUser: fromPromise(async ({ system }) => {
      const { client, token, visitor } = dependenciesOf(system);
      await visitor;
      return token.read() === undefined ? undefined : client('readUser', { loading: true });
    }),
    askUser: fromPromise(async ({ system }) => {
      const { client, token } = dependenciesOf(system);
      return token.read() === undefined ? undefined : client('readUser');
    }),
    // They keep nobody waiting who came for something else.
    loadTickets: fromPromise(({ system }) => {
      const { client, location } = dependenciesOf(system);
      return listEveryTicket(client, location.current()?.route === PATHS.myTickets);
    }),
    askAccount: fromPromise<Account, undefined>(async ({ system }) => {
      const { client } = dependenciesOf(system);
      return { user: await client('readUser'), tickets: await listEveryTicket(client, false) };
    }),
    watchTabs,
    watchOnline,
    watchKept: fromCallback(({ sendBack, system }) => {
      const { keptTickets } = dependenciesOf(system);
      const report = () => sendBack({ type: 'kept.changed', tickets: keptTickets.list() });
      report();
      return keptTickets.subscribe(report);
    }),
    watchToken: fromCallback(({ sendBack, system }) =>
      dependenciesOf(system).token.subscribe(() => sendBack({ type: 'token.changed' })),
    ),
  },
  actions: {
    tellTabs: ({ system }) => dependenciesOf(system).tabs.tell(),
    storeToken: ({ system }, params) => dependenciesOf(system).token.write(params.token),
    removeToken: ({ system }) => dependenciesOf(system).token.remove(),
    disownKeptTickets: ({ system }, { userId }) => {
      if (userId !== undefined) dependenciesOf(system).keptTickets.disown(userId);
    },
    syncKeptTickets: ({ system }, { tickets }) => dependenciesOf(system).keptTickets.sync(tickets),
    dropKeptTicket: ({ system }, { ticketId }) => dependenciesOf(system).keptTickets.drop(ticketId),
    forgetKeptTickets: ({ system }) => dependenciesOf(system).keptTickets.forget(),
    revokeToken: ({ system }) =>
      void dependenciesOf(system)
        .client('signOut')
        .catch(() => undefined),
  },
});
