import type { Transaction } from 'kysely';
import type { Balance } from '#contract/balance.ts';
import type { Schema } from '../db/schema.ts';
import { moveMoney } from './ledger.ts';

interface Amount {
  readonly userId: string;
  /** Whole rupiah, above 0. */
  readonly amount: number;
  readonly now: number;
}

/** Adds rupiah to a user's balance and gives the new one (section 4). Throws `invalid_request` when it would grow too large. */
export async function topUp(transaction: Transaction<Schema>, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'top-up', amount, now }) };
}

/** Takes rupiah from a user's balance and gives the new one (section 5, Withdraw). Throws `not_enough_balance`. */
export async function withdraw(transaction: Transaction<Schema>, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'withdrawal', amount: -amount, now }) };
}
