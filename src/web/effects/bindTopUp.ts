import * as v from 'valibot';
import { assign, fromPromise } from 'xstate';
import { topUpMachine } from '#machines/topUpMachine.ts';
import { topUp } from '../api/balance.ts';
import type { BrowserHistory } from './browserHistory.ts';
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

const arrivalSchema = v.object({ returnPath: v.pipe(v.string(), v.startsWith('/movie/')) });

/** The film's page that sent the visitor here to top up; undefined when it was not one. */
export function readReturnPath(history: BrowserHistory): string | undefined {
  const arrival = v.safeParse(arrivalSchema, history.current().state);
  return arrival.success ? arrival.output.returnPath : undefined;
}
