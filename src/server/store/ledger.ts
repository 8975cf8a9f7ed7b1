import { sql, type Kysely } from 'kysely';
import type { Balance } from '#contract/balance.ts';
import type { Transaction as LedgerEntry, TransactionPage, TransactionQuery } from '#contract/transaction.ts';
import { formatRupiah } from '#domain/money.ts';
import type { LedgerKind, Schema } from '../db/schema.ts';
import { statement, type Given, type Runner } from '../db/statement.ts';
import { Refusal, refuseField } from '../errors/refusal.ts';
import { parseSeatNumbers } from './bookedSeats.ts';

/** Top-ups stop here, in rupiah, so that every refund still fits in a safe integer. */
const TOP_UP_CEILING = 9_000_000_000_000_000;

interface Amount {
  readonly userId: string;
  /** Whole rupiah, above 0. */
  readonly amount: number;
  readonly now: number;
}

/** Adds rupiah to a user's balance and returns the new one (section 4). Throws `invalid_request` when it would grow too large. */
export async function topUp(transaction: Runner, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'top-up', amount, now }) };
}

/** Takes rupiah from a user's balance and returns the new one (section 5, Withdraw). Throws `not_enough_balance`. */
export async function withdraw(transaction: Runner, { userId, amount, now }: Amount): Promise<Balance> {
  return { balance: await moveMoney(transaction, { userId, kind: 'withdrawal', amount: -amount, now }) };
}

interface Movement {
  readonly userId: string;
  readonly kind: LedgerKind;
  /** Signed, in rupiah. */
  readonly amount: number;
  readonly ticketId?: string | null;
  readonly now: number;
}

type Change = Pick<Amount, 'userId' | 'amount'>;

type Entry = Required<Movement>;

const spend = statement((db, given: Given<Change>) =>
  db
    .updateTable('users')
    .set({ balance: sql`balance - ${given('amount')}`, ledger_entries: sql`ledger_entries + 1` })
    .where('id', '=', given('userId'))
    .where('balance', '>=', given('amount'))
    .returning('balance'),
);

const receive = statement((db, given: Given<Change & { readonly most: number }>) =>
  db
    .updateTable('users')
    .set({ balance: sql`balance + ${given('amount')}`, ledger_entries: sql`ledger_entries + 1` })
    .where('id', '=', given('userId'))
    .where('balance', '<=', given('most'))
    .returning('balance'),
);

const balanceOf = statement((db, given: Given<{ readonly userId: string }>) =>
  db.selectFrom('users').select('balance').where('id', '=', given('userId')),
);

/** Enters what a user's balance and entries have just become. */
const enter = statement((db, given: Given<Entry>) =>
  db
    .insertInto('ledger')
    .columns(['user_id', 'sequence', 'kind', 'amount', 'balance_after', 'ticket_id', 'entered_at'])
    .expression(
      db
        .selectFrom('users')
        .select([
          'id',
          'ledger_entries',
          given('kind').as('kind'),
          given('amount').as('amount'),
          'balance',
          given('ticketId').as('ticket_id'),
          given('now').as('entered_at'),
        ])
        .where('id', '=', given('userId')),
    ),
);

/**
 * Changes a user's balance and enters it in the ledger; returns the new balance in rupiah.
 * Throws `not_enough_balance` when it would fall below 0, `invalid_request` when a top-up would make it too large.
 */
export async function moveMoney(transaction: Runner, movement: Movement): Promise<number> {
  const balance = await changeBalance(transaction, movement);
  await enter.send(transaction, { ticketId: null, ...movement });
  return balance;
}

type Payment = Omit<Entry, 'kind'>;

/**
 * Takes from a user's balance what a ticket costs, in rupiah above 0, and waits for nothing. When it is not there any more,
 * no entry is counted, and the ledger, which takes each number once, fails the transaction.
 */
export async function payTicket(transaction: Runner, { amount, ...payment }: Payment): Promise<void> {
  await spend.send(transaction, { userId: payment.userId, amount });
  await enter.send(transaction, { ...payment, kind: 'purchase', amount: -amount });
}

async function changeBalance(transaction: Runner, { userId, kind, amount }: Movement): Promise<number> {
  const most = (kind === 'top-up' ? TOP_UP_CEILING : Number.MAX_SAFE_INTEGER) - amount;
  for (;;) {
    const changed = await (amount < 0
      ? spend.first(transaction, { userId, amount: -amount })
      : receive.first(transaction, { userId, amount, most }));
    if (changed !== undefined) return changed.balance;
    if (amount < 0) await assertAffordable(transaction, { userId, amount: -amount });
    else if ((await findBalance(transaction, { userId })) > most)
      throw refuseField('amount', 'The balance cannot grow any further');
  }
}

/** Throws `not_enough_balance` when a user cannot pay an amount, in rupiah. */
export async function assertAffordable(transaction: Runner, { userId, amount }: Change): Promise<void> {
  const balance = await findBalance(transaction, { userId });
  if (balance < amount) throw notEnough(balance, amount);
}

async function findBalance(transaction: Runner, user: { readonly userId: string }): Promise<number> {
  return (await balanceOf.first(transaction, user))?.balance ?? 0;
}

function notEnough(balance: number, total: number): Refusal {
  const shortfall = total - balance;
  return new Refusal('not_enough_balance', {
    message: `Not enough balance (${formatRupiah(shortfall)})`,
    details: { balance, total, shortfall },
  });
}

type PageOf = TransactionQuery & { readonly userId: string };

/** A page of a user's ledger, the newest entry first: in the order they were entered, whatever the clock said. Amounts in rupiah. */
export async function listTransactions(db: Kysely<Schema>, page: PageOf): Promise<TransactionPage> {
  const rows = await selectTransactions(db, page).execute();
  const shown = rows.slice(0, page.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    transactions: shown.map(transactionOf),
    ...(last === undefined ? {} : { next: String(last.sequence) }),
  };
}

/** The rows of a page and one more, which tells whether there is a next page. */
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
