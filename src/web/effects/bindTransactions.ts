import { fromPromise } from 'xstate';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { listTransactions } from '../api/transactions.ts';
import type { Dependencies } from './dependencies.ts';

/** The transactions page bound to the API. */
export function bindTransactions({ client }: Dependencies) {
  return transactionsMachine.provide({
    actors: { loadPage: fromPromise(({ input }) => listTransactions(client, input.before)) },
  });
}
