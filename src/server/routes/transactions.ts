import { listTransactions } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** The user's ledger, a page at a time (ours). */
export function transactionHandlers({ db }: RouteDependencies) {
  return {
    listTransactions: ({ caller, input }) => listTransactions(db, { ...input, userId: caller.user.id }),
  } satisfies Partial<Handlers>;
}
