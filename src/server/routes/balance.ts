import { endUnbackedHold } from '../store/holds.ts';
import { topUp, withdraw } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers to read the user's balance, to top up and to withdraw (section 7). */
export function balanceHandlers({ holdLimits: limits, seatChanges }: RouteDependencies) {
  return {
    readBalance: ({ caller }) => ({ balance: caller.user.balance }),
    topUp: ({ caller, input: { amount }, transaction, now }) =>
      topUp(transaction, { userId: caller.user.id, amount, now }),
    async withdraw({ caller, input: { amount }, transaction, now, afterCommit }) {
      const { id: userId } = caller.user;
      const balance = await withdraw(transaction, { userId, amount, now });
      if (await endUnbackedHold(transaction, { userId, now, limits })) afterCommit(seatChanges.notify);
      return balance;
    },
  } satisfies Partial<Handlers>;
}
