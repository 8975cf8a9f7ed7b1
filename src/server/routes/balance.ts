import { topUp, withdraw } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';

/** Handlers to read the user's balance, to top up and to withdraw (section 7). */
export function balanceHandlers() {
  return {
    readBalance: ({ caller }) => ({ balance: caller.user.balance }),
    topUp: ({ caller, input: { amount }, transaction, now }) =>
      topUp(transaction, { userId: caller.user.id, amount, now }),
    withdraw: ({ caller, input: { amount }, transaction, now }) =>
      withdraw(transaction, { userId: caller.user.id, amount, now }),
  } satisfies Partial<Handlers>;
}
