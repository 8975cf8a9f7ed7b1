import { lockCoveredHold } from '../store/holds.ts';
import { listTransactions, topUp, withdraw } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers to read the user's balance, to top up and to withdraw (section 7), and to list the ledger, which we added. */
export function walletHandlers({ db, holdLimits: limits, now: clock, seatChanges }: RouteDependencies) {
  return {
    readBalance: ({ caller }) => ({ balance: caller.user.balance }),
    topUp: ({ caller, input: { amount }, transaction, now }) =>
      topUp(transaction, { userId: caller.user.id, amount, now }),
    async withdraw({ caller, input: { amount }, transaction, now, afterCommit }) {
      const { id: userId } = caller.user;
      const endUncoveredHold = await lockCoveredHold(transaction, { userId, clock, limits });
      const balance = await withdraw(transaction, { userId, amount, now });
      if (await endUncoveredHold()) afterCommit(seatChanges.notify);
      return balance;
    },
    listTransactions: ({ caller, input }) => listTransactions(db, { ...input, userId: caller.user.id }),
  } satisfies Partial<Handlers>;
}
