import { fromPromise } from 'xstate';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import type { Dependencies } from './dependencies.ts';

/** The transactions page bound to the API. */
export function bindTransactions({ client }: Dependencies) {
  return transactionsMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { before } }) =>
        client('listTransactions', { input: before === undefined ? {} : { before }, loading: before === undefined }),
      ),
    },
  });
}
