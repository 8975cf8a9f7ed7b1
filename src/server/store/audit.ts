import { sql, type Kysely } from 'kysely';
import { purchaseTotal } from '#domain/purchase.ts';
import { sortSeats } from '#domain/seats.ts';
import type { Schema } from '../db/schema.ts';
import { parseSeatNumbers } from './takenSeats.ts';

const TICKETS_AT_ONCE = 1000;

/** The result of an audit: the number of rows checked, and a sentence for each breach of reliability 1 to 4, 48 and 74. */
export interface Audit {
  readonly users: number;
  readonly entries: number;
  readonly tickets: number;
  readonly breaches: readonly string[];
}

/** Checks that balances, ledger, tickets, sold seats, films and admissions are consistent (reliability 1 to 4, 48 and 74). Only reads. */
export async function auditBooks(db: Kysely<Schema>): Promise<Audit> {
  const count = async (table: 'users' | 'ledger' | 'tickets') => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  const breaches = [
    ...(await auditBalances(db)),
    ...(await auditChain(db)),
    ...(await auditSeats(db)),
    ...(await auditTickets(db)),
    ...(await auditFilms(db)),
    ...(await auditAdmissions(db)),
  ];
  return { users: await count('users'), entries: await count('ledger'), tickets: await count('tickets'), breaches };
}

async function auditBalances(db: Kysely<Schema>): Promise<string[]> {
  const sums = db
    .selectFrom('ledger')
    .select(({ fn }) => ['user_id', fn.sum<number>('amount').as('sum'), fn.countAll<number>().as('entries')])
    .groupBy('user_id');
  const rows = await db
    .selectFrom('users')
    .leftJoin(sums.as('sums'), 'sums.user_id', 'users.id')
    .select(['users.id', 'users.balance', 'users.ledger_entries', 'sums.sum', 'sums.entries'])
    .where((row) =>
      row.or([
        row('users.balance', '<', 0),
        row('users.balance', '!=', row.fn.coalesce('sums.sum', sql<number>`0`)),
        row('users.ledger_entries', '!=', row.fn.coalesce('sums.entries', sql<number>`0`)),
      ]),
    )
    .execute();
  return rows.map(
    ({ id, balance, ledger_entries: counted, sum, entries }) =>
      `User ${id} has a balance of ${balance} after ${counted} entries, but the ledger holds ${entries ?? 0} entries that sum up to ${sum ?? 0}`,
  );
}

async function auditChain(db: Kysely<Schema>): Promise<string[]> {
  const chain = db.selectFrom('ledger').select(({ fn }) => [
    'user_id',
    'sequence',
    'amount',
    'balance_after',
    sql<number>`coalesce(lag(balance_after) over (partition by user_id order by sequence), 0)`.as('before'),
    fn
      .agg<number>('row_number')
      .over((over) => over.partitionBy('user_id').orderBy('sequence'))
      .as('place'),
  ]);
  const rows = await db
    .selectFrom(chain.as('chain'))
    .selectAll()
    .where((row) =>
      row.or([
        row('balance_after', '<', 0),
        row('balance_after', '!=', sql<number>`before + amount`),
        row('sequence', '!=', row.ref('place')),
      ]),
    )
    .execute();
  return rows.map(
    ({ user_id: user, sequence, before, amount, balance_after: after }) =>
      `Entry ${sequence} of user ${user} is out of order or wrong: balance before ${before}, amount ${amount}, balance after ${after}`,
  );
}

async function auditSeats(db: Kysely<Schema>): Promise<string[]> {
  const orphans = await db
    .selectFrom('taken_seats')
    .leftJoin('tickets', (join) =>
      join
        .onRef('tickets.id', '=', 'taken_seats.ticket_id')
        .onRef('tickets.movie_id', '=', 'taken_seats.movie_id')
        .onRef('tickets.starts_at', '=', 'taken_seats.starts_at'),
    )
    .select(['taken_seats.seat_number', 'taken_seats.ticket_id'])
    .where('taken_seats.ticket_id', 'is not', null)
    .where('tickets.id', 'is', null)
    .execute();
  const twice = await db
    .selectFrom('taken_seats')
    .select(({ fn }) => ['movie_id', 'starts_at', 'seat_number', fn.countAll<number>().as('times')])
    .groupBy(['movie_id', 'starts_at', 'seat_number'])
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
    .execute();
  return [
    ...orphans.map(
      ({ seat_number: seat, ticket_id: ticket }) =>
        `Seat ${seat} is sold to ticket ${ticket}, which is not for its showtime`,
    ),
    ...twice.map(
      ({ movie_id: movie, starts_at: at, seat_number: seat, times }) =>
        `Seat ${seat} of film ${movie} at ${new Date(at).toISOString()} is sold ${times} times`,
    ),
  ];
}

async function auditTickets(db: Kysely<Schema>): Promise<string[]> {
  const breaches: string[] = [];
  for (let last = ''; ;) {
    const tickets = await db
      .selectFrom('tickets')
      .select(['id', 'ticket_price', 'seat_numbers', 'cancelled_at', 'user_id'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(TICKETS_AT_ONCE)
      .execute();
    const ids = tickets.map(({ id }) => id);
    last = ids.at(-1) ?? '';
    if (last === '') return breaches;
    const entries = await db.selectFrom('ledger').selectAll().where('ticket_id', 'in', ids).execute();
    const seats = await db
      .selectFrom('tickets')
      .innerJoin('taken_seats', (join) =>
        join
          .onRef('taken_seats.movie_id', '=', 'tickets.movie_id')
          .onRef('taken_seats.starts_at', '=', 'tickets.starts_at')
          .onRef('taken_seats.ticket_id', '=', 'tickets.id'),
      )
      .select(['tickets.id', 'taken_seats.seat_number'])
      .where('tickets.id', 'in', ids)
      .execute();
    const entriesOf = Map.groupBy(entries, ({ ticket_id: id }) => id);
    const seatsOf = Map.groupBy(seats, ({ id }) => id);
    for (const ticket of tickets) {
      const seatNumbers = parseSeatNumbers(ticket.seat_numbers);
      const paid = purchaseTotal(ticket.ticket_price, seatNumbers.length);
      const live = ticket.cancelled_at === null;
      const expected = [`purchase ${-paid}`, ...(live ? [] : [`refund ${paid}`])].map(
        (text) => `${text} of ${ticket.user_id}`,
      );
      const found = (entriesOf.get(ticket.id) ?? []).map(
        ({ kind, amount, user_id: user }) => `${kind} ${amount} of ${user}`,
      );
      if (found.toSorted().join() !== expected.join()) {
        breaches.push(
          `Ticket ${ticket.id} should have the entries ${expected.join(', ')}, but has ${found.join(', ') || 'none'}`,
        );
      }
      const held = sortSeats((seatsOf.get(ticket.id) ?? []).map(({ seat_number: seat }) => seat));
      const owed = live ? seatNumbers : [];
      if (held.join() !== owed.join()) {
        breaches.push(
          `Ticket ${ticket.id} should hold the seats ${owed.join(', ') || 'none'}, but holds ${held.join(', ') || 'none'}`,
        );
      }
    }
  }
}

async function auditFilms(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('movies', 'movies.id', 'tickets.movie_id')
    .select(({ fn }) => ['movies.id', 'movies.title', 'tickets.movie_title', fn.countAll<number>().as('tickets')])
    .whereRef('movies.title', '!=', 'tickets.movie_title')
    .groupBy(['movies.id', 'movies.title', 'tickets.movie_title'])
    .execute();
  return rows.map(
    ({ id, title, movie_title: sold, tickets }) => `Film ${id} is ${title}, but sold ${tickets} tickets as ${sold}`,
  );
}

async function auditAdmissions(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('admissions')
    .leftJoin('tickets', 'tickets.id', 'admissions.ticket_id')
    .select(['admissions.ticket_id', 'tickets.id'])
    .where((row) => row.or([row('tickets.id', 'is', null), row('tickets.cancelled_at', 'is not', null)]))
    .execute();
  return rows.map(({ ticket_id: ticket, id }) =>
    id === null
      ? `Ticket ${ticket} was admitted, but does not exist`
      : `Ticket ${ticket} was admitted, but is cancelled`,
  );
}
