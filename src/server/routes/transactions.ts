import { listTransactions } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers for the pages of the user's ledger, a call that we added to the specification. */
export function transactionHandlers({ db }: RouteDependencies) {
  return {
    listTransactions: ({ caller, input }) => listTransactions(db, { ...input, userId: caller.user.id }),
  } satisfies Partial<Handlers>;
}
