import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
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

/** Expects the audit to find no breach of reliability 1 to 4. */
export async function expectSoundBooks({ db }: Pick<Database, 'db'>): Promise<void> {
  expect((await auditBooks(db)).breaches).toEqual([]);
}
