import { assign, fromPromise } from 'xstate';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { topUp } from '../api/balance.ts';
import { createIdempotencyKey, type Dependencies } from './dependencies.ts';

/** The top-up page bound to the API and the router. */
export function bindTopUp({ client, history, announce }: Dependencies) {
  return topUpMachine.provide({
    actors: { topUp: fromPromise(({ input }) => topUp(client, input.amount, input.idempotencyKey)) },
    actions: {
      announce: (_, fact) => announce(fact),
      goTo: (_, { path }) => history.push(path),
      renewIdempotencyKey: assign({ idempotencyKey: () => createIdempotencyKey() }),
    },
  });
}
