import type { Kysely } from 'kysely';
import type { Transaction, TransactionPage, TransactionQuery } from '#contract/transaction.ts';
import type { Schema } from '../db/schema.ts';
import { parseSeatNumbers } from './ticketOf.ts';

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

function transactionOf(row: Row): Transaction {
  return {
    id: String(row.sequence),
    kind: row.kind,
    amount: row.amount,
    balanceAfter: row.balance_after,
    at: new Date(row.entered_at).toISOString(),
    ...ticketOfEntry(row),
  };
}

function ticketOfEntry(row: Row): Pick<Transaction, 'ticket'> {
  const { ticket_id: id, movie_title: movieTitle, seat_numbers: seatNumbers } = row;
  const { showtime_date: showtimeDate, showtime_time: showtimeTime } = row;
  if (id === null || movieTitle === null || seatNumbers === null || showtimeDate === null || showtimeTime === null) {
    return {};
  }
  return { ticket: { id, movieTitle, showtimeDate, showtimeTime, seatNumbers: parseSeatNumbers(seatNumbers) } };
}
