import type { Kysely } from 'kysely';
import type { Balance } from '#contract/values.ts';
import type { Transaction as LedgerEntry, TransactionPage, TransactionQuery } from '#contract/transaction.ts';
import type { LedgerKind, Schema } from '../db/schema.ts';
import { ApiError, refuseRule } from '../errors.ts';
import { parseSeatNumbers } from './takenSeats.ts';

/** A top-up may raise the balance to at most this many rupiah, so that every refund still fits in a safe integer. */
const TOP_UP_CEILING = 9_000_000_000_000_000;

interface Amount {
  readonly userId: string;
  /** Whole rupiah, above 0. */
  readonly amount: number;
  readonly now: number;
}

/** Adds rupiah to a user's balance; returns the new balance (section 4). Throws `invalid_request` when it would become too large. */
export async function topUp(transaction: Kysely<Schema>, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'top-up', amount, now }) };
}

/** Subtracts rupiah from a user's balance; returns the new balance (section 5, Withdraw). Throws `not_enough_balance`. */
export async function withdraw(transaction: Kysely<Schema>, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'withdrawal', amount: -amount, now }) };
}

interface Movement {
  readonly userId: string;
  readonly kind: LedgerKind;
  /** In rupiah; negative for a debit. */
  readonly amount: number;
  readonly ticketId?: string | null;
  readonly now: number;
}

/**
 * Changes a user's balance and adds a ledger entry; returns the new balance in rupiah.
 * Throws `not_enough_balance` when the balance would fall below 0, `invalid_request` when a top-up would make it too large.
 */
export async function moveMoney(transaction: Kysely<Schema>, movement: Movement): Promise<number> {
  const { userId, kind, amount, ticketId = null, now } = movement;
  const max = (kind === 'top-up' ? TOP_UP_CEILING : Number.MAX_SAFE_INTEGER) - amount;
  const changed = await transaction
    .updateTable('users')
    .set((user) => ({ balance: user('balance', '+', amount), ledger_entries: user('ledger_entries', '+', 1) }))
    .where('id', '=', userId)
    .where((user) => (amount < 0 ? user('balance', '>=', -amount) : user('balance', '<=', max)))
    .returning(['balance', 'ledger_entries'])
    .executeTakeFirst();
  if (changed === undefined) {
    await assertChangeable(transaction, movement, max);
    return moveMoney(transaction, movement);
  }
  const { balance, ledger_entries: sequence } = changed;
  await transaction
    .insertInto('ledger')
    .values({ user_id: userId, sequence, kind, amount, balance_after: balance, ticket_id: ticketId, entered_at: now })
    .execute();
  return balance;
}

/**
 * Throws the reason why the balance cannot change. Returns if another transaction has changed it since the update, so that the
 * update can succeed now.
 */
async function assertChangeable(transaction: Kysely<Schema>, { userId, amount }: Movement, max: number): Promise<void> {
  const { balance } = await transaction
    .selectFrom('users')
    .select('balance')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (balance < -amount) throw notEnough(balance, -amount);
  if (amount > 0 && balance > max) throw refuseRule('amount', 'balanceTooLarge');
}

function notEnough(balance: number, total: number): ApiError {
  const shortfall = total - balance;
  return new ApiError('not_enough_balance', {
    details: { balance, total, shortfall },
  });
}

type PageOf = TransactionQuery & { readonly userId: string };

/** A page of a user's ledger in reverse order of entry, whatever times the clock gave the entries. Amounts in rupiah. */
export async function listTransactions(db: Kysely<Schema>, page: PageOf): Promise<TransactionPage> {
  const rows = await selectTransactions(db, page).execute();
  const shown = rows.slice(0, page.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    transactions: shown.map(transactionOf),
    ...(last === undefined ? {} : { next: String(last.sequence) }),
  };
}

/** Selects the rows of a page and one more, which shows whether there is a next page. */
export function selectTransactions(db: Kysely<Schema>, { userId, before, limit }: PageOf) {
  return db
    .selectFrom('ledger')
    .leftJoin('tickets', 'tickets.id', 'ledger.ticket_id')
    .select([
      'ledger.sequence',
      'ledger.kind',
      'ledger.amount',
      'ledger.balance_after',
      'ledger.entered_at',
      'tickets.id as ticket_id',
      'tickets.movie_title',
      'tickets.showtime_date',
      'tickets.showtime_time',
      'tickets.seat_numbers',
    ])
    .where('ledger.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('ledger.sequence', '<', before ?? 0))
    .orderBy('ledger.sequence', 'desc')
    .limit(limit + 1);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTransactions>['execute']>>[number];

function transactionOf(row: Row): LedgerEntry {
  return {
    id: String(row.sequence),
    kind: row.kind,
    amount: row.amount,
    balanceAfter: row.balance_after,
    at: new Date(row.entered_at).toISOString(),
    ...ticketOfEntry(row),
  };
}

function ticketOfEntry(row: Row): Pick<LedgerEntry, 'ticket'> {
  const { ticket_id: id, movie_title: movieTitle, seat_numbers: seatNumbers } = row;
  const { showtime_date: showtimeDate, showtime_time: showtimeTime } = row;
  if (id === null || movieTitle === null || seatNumbers === null || showtimeDate === null || showtimeTime === null) {
    return {};
  }
  return { ticket: { id, movieTitle, showtimeDate, showtimeTime, seatNumbers: parseSeatNumbers(seatNumbers) } };
}
