import { expect } from 'vitest';
import * as v from 'valibot';
import type { Database } from '../../src/server/db/database.ts';

const TABLES = ['users', 'sessions', 'movies', 'tickets', 'booked_seats', 'ledger', 'idempotency_keys'] as const;
const seatsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

/** Every row of every table, in an order of its own, to see that nothing changed. That a session was used is no change. */
export async function dump({ db }: Pick<Database, 'db'>): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute();
    tables[table] = rows.map((row) => JSON.stringify({ ...row, last_used_at: 0, expires_at: 0 })).toSorted();
  }
  return tables;
}

/** Holds the books to reliability 1 to 4: seats, ledger, balances and tickets agree with one another. */
export async function expectSoundBooks({ db }: Pick<Database, 'db'>): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'balance', 'ledger_entries']).execute();
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('user_id').orderBy('sequence').execute();
  const tickets = await db.selectFrom('tickets').selectAll().execute();
  const seats = await db.selectFrom('booked_seats').selectAll().execute();

  for (const user of users) {
    const entries = ledger.filter((entry) => entry.user_id === user.id);
    let balance = 0;
    entries.forEach((entry, index) => {
      balance += entry.amount;
      expect({ sequence: entry.sequence, balance: entry.balance_after }).toEqual({ sequence: index + 1, balance });
    });
    expect({ balance: user.balance, entries: user.ledger_entries }).toEqual({ balance, entries: entries.length });
    expect(user.balance).toBeGreaterThanOrEqual(0);
  }

  for (const ticket of tickets) {
    const seatNumbers = v.parse(seatsSchema, ticket.seat_numbers);
    const paid = ticket.ticket_price * seatNumbers.length;
    const entries = ledger.filter((entry) => entry.ticket_id === ticket.id).map(({ kind, amount }) => [kind, amount]);
    const cancelled = ticket.cancelled_at !== null;
    expect(entries).toEqual(
      cancelled
        ? [
            ['purchase', -paid],
            ['refund', paid],
          ]
        : [['purchase', -paid]],
    );
    const held = seats.filter((seat) => seat.ticket_id === ticket.id).map((seat) => seat.seat_number);
    expect(held.toSorted((a, b) => a - b)).toEqual(cancelled ? [] : seatNumbers);
  }
  expect(ledger.filter((entry) => entry.ticket_id !== null).length).toBeGreaterThanOrEqual(tickets.length);
}
