import { assign, fromPromise } from 'xstate';
import { withdrawMachine } from '#machines/withdrawMachine.ts';
import { withdraw } from '../api/balance.ts';
import { createIdempotencyKey, type Dependencies } from './dependencies.ts';

/** The withdraw page bound to the API and the router. */
export function bindWithdraw({ client, history, announce }: Dependencies) {
  return withdrawMachine.provide({
    actors: {
      withdraw: fromPromise(({ input: { amount, password, idempotencyKey } }) =>
        withdraw(client, { amount, password }, idempotencyKey),
      ),
    },
    actions: {
      announce: (_, fact) => announce(fact),
      goTo: (_, { path }) => history.push(path),
      renewIdempotencyKey: assign({ idempotencyKey: () => createIdempotencyKey() }),
    },
  });
}
