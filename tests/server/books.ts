import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { auditBooks } from '../../src/server/store/audit.ts';

const TABLES = [
  'users',
  'sessions',
  'movies',
  'tickets',
  'taken_seats',
  'holds',
  'hold_seats',
  'ledger',
  'idempotency_keys',
  'doors',
  'admissions',
] as const;

/** All rows of all tables, sorted, to compare them later. Ignores the times at which sessions were used and expire. */
export async function dump({ db }: Pick<Database, 'db'>): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute();
    const varying = table === 'sessions' ? { last_used_at: 0, expires_at: 0 } : {};
    tables[table] = rows.map((row) => JSON.stringify({ ...row, ...varying })).toSorted();
  }
  return tables;
}

/** The held seats whose hold has another user or end, or does not have the seat. */
async function listStraySeats(db: Kysely<Schema>): Promise<unknown[]> {
  return db
    .selectFrom('taken_seats as seat')
    .leftJoin('holds as hold', 'hold.id', 'seat.hold_id')
    .leftJoin('hold_seats as own', (join) =>
      join
        .onRef('own.hold_id', '=', 'seat.hold_id')
        .onRef('own.movie_id', '=', 'seat.movie_id')
        .onRef('own.starts_at', '=', 'seat.starts_at')
        .onRef('own.seat_number', '=', 'seat.seat_number'),
    )
    .select(['seat.seat_number', 'seat.held_by', 'seat.held_until', 'hold.user_id', 'hold.expires_at', 'own.hold_id'])
    .where('seat.hold_id', 'is not', null)
    .where((row) =>
      row.or([
        row('own.hold_id', 'is', null),
        row('hold.user_id', '!=', row.ref('seat.held_by')),
        row('hold.expires_at', '!=', row.ref('seat.held_until')),
      ]),
    )
    .execute();
}

/** Expects the audit to find no breach of reliability 1 to 4, and each held seat to agree with its hold. */
export async function expectSoundBooks({ db }: Pick<Database, 'db'>): Promise<void> {
  expect((await auditBooks(db)).breaches).toEqual([]);
  expect(await listStraySeats(db), 'held seats that contradict their hold').toEqual([]);
}
