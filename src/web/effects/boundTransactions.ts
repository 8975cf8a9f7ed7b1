import { fromPromise } from 'xstate';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The transactions page bound to the API. */
export const boundTransactions = transactionsMachine.provide({
  actors: {
    loadPage: fromPromise(({ input: { before }, system }) =>
      dependenciesOf(system).client('listTransactions', {
        input: before === undefined ? {} : { before },
        loading: before === undefined,
      }),
    ),
  },
});
