import { fromCallback, fromPromise } from 'xstate';
import { sessionMachine } from '#machines/sessionMachine.ts';
import { listTickets } from '../api/tickets.ts';
import { signOut, userInfo } from '../api/user.ts';
import type { Dependencies } from './dependencies.ts';

/** The session bound to the API and to the token's storage. */
export function bindSession({ client, token, announce }: Dependencies) {
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
      revokeToken: () => {
        signOut(client).catch(() => undefined);
      },
    },
  });
}
