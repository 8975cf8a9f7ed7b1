import { fromCallback, fromPromise } from 'xstate';
import { sessionMachine, type Account } from '#machines/sessionMachine.ts';
import type { Dependencies } from './dependencies.ts';
import { listEveryTicket } from './listEveryTicket.ts';
import { watchOnline } from './watchOnline.ts';
import { watchTabs } from './watchTabs.ts';

/** The session bound to the API, to the other tabs, and to what the browser stores of it: the token, and the tickets that were opened. */
export function bindSession(dependencies: Dependencies) {
  const { client, token, keptTickets, tabs, device, visitor } = dependencies;
  return sessionMachine.provide({
    actors: {
      restoreUser: fromPromise(async () => {
        await visitor;
        return token.read() === undefined ? undefined : client('readUser', { loading: true });
      }),
      askUser: fromPromise(async () => (token.read() === undefined ? undefined : client('readUser'))),
      loadTickets: fromPromise(() => listEveryTicket(client, true)),
      askAccount: fromPromise<Account, undefined>(async () => ({
        user: await client('readUser'),
        tickets: await listEveryTicket(client, false),
      })),
      watchTabs: watchTabs(dependencies),
      watchOnline: watchOnline(device),
      watchKept: fromCallback(({ sendBack }) => {
        const report = () => sendBack({ type: 'kept.changed', tickets: keptTickets.list() });
        report();
        return keptTickets.subscribe(report);
      }),
      watchToken: fromCallback(({ sendBack }) => token.subscribe(() => sendBack({ type: 'token.changed' }))),
    },
    actions: {
      tellTabs: () => tabs.tell(),
      storeToken: (_, params) => token.write(params.token),
      removeToken: () => token.remove(),
      disownKeptTickets: (_, { userId }) => {
        if (userId !== undefined) keptTickets.disown(userId);
      },
      syncKeptTickets: (_, { tickets }) => keptTickets.sync(tickets),
      dropKeptTicket: (_, { ticketId }) => keptTickets.drop(ticketId),
      forgetKeptTickets: () => keptTickets.forget(),
      revokeToken: () => {
        client('signOut').catch(() => undefined);
      },
    },
  });
}
