import { fromCallback, fromPromise } from 'xstate';
import { sessionMachine } from '#machines/sessionMachine.ts';
import { listTickets } from '../api/tickets.ts';
import { signOut, userInfo } from '../api/user.ts';
import type { Dependencies } from './dependencies.ts';

/** The session bound to the API and to what the browser stores of it: the token, and the tickets that were opened. */
export function bindSession({ client, token, keptTickets, announce }: Dependencies) {
  return sessionMachine.provide({
    actors: {
      restoreUser: fromPromise(async () => (token.read() === undefined ? undefined : userInfo(client))),
      loadTickets: fromPromise(() => listTickets(client)),
      watchToken: fromCallback(({ sendBack }) => token.subscribe(() => sendBack({ type: 'token.changed' }))),
    },
    actions: {
      announce: (_, fact) => announce(fact),
      storeToken: (_, params) => token.write(params.token),
      removeToken: () => token.remove(),
      disownKeptTickets: (_, { userId }) => {
        if (userId !== undefined) keptTickets.disown(userId);
      },
      syncKeptTickets: (_, { tickets }) => keptTickets.sync(tickets),
      dropKeptTicket: (_, { ticketId }) => keptTickets.drop(ticketId),
      forgetKeptTickets: () => keptTickets.forget(),
      revokeToken: () => {
        signOut(client).catch(() => undefined);
      },
    },
  });
}
