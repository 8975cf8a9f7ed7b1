import { sql, type Transaction } from 'kysely';
import { formatRupiah } from '#domain/money.ts';
import type { LedgerKind, Schema } from '../db/schema.ts';
import { Refusal, refuseField } from '../errors/refusal.ts';

/** Top-ups stop here, in rupiah, so that every refund still fits in a safe integer. */
const TOP_UP_CEILING = 9_000_000_000_000_000;

interface Movement {
  readonly userId: string;
  readonly kind: LedgerKind;
  /** Signed, in rupiah. */
  readonly amount: number;
  readonly ticketId?: string;
  readonly now: number;
}

/**
 * Changes a user's balance and enters it in the ledger; gives the new balance in rupiah.
 * Throws `not_enough_balance` when it would fall below 0, `invalid_request` when a top-up would make it too large.
 */
export async function moveMoney(transaction: Transaction<Schema>, movement: Movement): Promise<number> {
  const { userId, kind, amount, ticketId, now } = movement;
  const { balance, ledger_entries: sequence } = await changeBalance(transaction, movement);
  await transaction
    .insertInto('ledger')
    .values({
      user_id: userId,
      sequence,
      kind,
      amount,
      balance_after: balance,
      ticket_id: ticketId ?? null,
      entered_at: now,
    })
    .execute();
  return balance;
}

async function changeBalance(transaction: Transaction<Schema>, { userId, kind, amount }: Movement) {
  const most = (kind === 'top-up' ? TOP_UP_CEILING : Number.MAX_SAFE_INTEGER) - amount;
  for (;;) {
    const changed = await transaction
      .updateTable('users')
      .set({ balance: sql`balance + ${amount}`, ledger_entries: sql`ledger_entries + 1` })
      .where('id', '=', userId)
      .$if(amount < 0, (query) => query.where('balance', '>=', -amount))
      .$if(amount > 0, (query) => query.where('balance', '<=', most))
      .returning(['balance', 'ledger_entries'])
      .executeTakeFirst();
    if (changed !== undefined) return changed;
    const { balance } = await transaction
      .selectFrom('users')
      .select('balance')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (amount < 0 && balance < -amount) throw notEnough(balance, -amount);
    if (amount > 0 && balance > most) throw refuseField('amount', 'The balance cannot grow any further');
  }
}

function notEnough(balance: number, total: number): Refusal {
  const shortfall = total - balance;
  return new Refusal('not_enough_balance', {
    message: `Not enough balance (${formatRupiah(shortfall)})`,
    details: { balance, total, shortfall },
  });
}
