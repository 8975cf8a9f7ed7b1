import { topUp, withdraw } from '../store/ledger.ts';
import type { Handlers } from './addRoute.ts';

/** The user's balance: read, top up, withdraw (section 7). */
export function balanceHandlers() {
  return {
    readBalance: ({ caller }) => ({ balance: caller.user.balance }),
    topUp: ({ caller, input: { amount }, transaction, now }) =>
      topUp(transaction, { userId: caller.user.id, amount, now }),
    withdraw: ({ caller, input: { amount }, transaction, now }) =>
      withdraw(transaction, { userId: caller.user.id, amount, now }),
  } satisfies Partial<Handlers>;
}
