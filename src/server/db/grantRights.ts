import { sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** The privileges that a server needs on each table. */
const RIGHTS: Readonly<Record<keyof Schema, string>> = {
  users: 'select, insert, update (balance, ledger_entries, password_hash, session_version)',
  sessions: 'select, insert, update, delete',
  movies: 'select',
  tickets: 'select, insert, update (cancelled_at, admission_code)',
  taken_seats: 'select, insert, update, delete',
  holds: 'select, insert, update, delete',
  hold_seats: 'select, insert, delete',
  ledger: 'select, insert',
  idempotency_keys: 'select, insert, update, delete',
  login_attempts: 'select, insert, update, delete',
  doors: 'select, insert, update (closed_at)',
  admissions: 'select, insert, delete',
  pulse: 'select, insert, update',
  schema_migrations: 'select',
};

/**
 * Grants a PostgreSQL role the privileges that a server needs, and revokes all others on these tables (reliability 57). Throws
 * an OperatorError on SQLite.
 */
export async function grantRights({ db, engine }: Database, role: string): Promise<void> {
  if (engine === 'sqlite') throw new OperatorError('The embedded database has no roles: its file belongs to its user');
  await db.transaction().execute(async (transaction) => {
    for (const [table, rights] of Object.entries(RIGHTS)) {
      await sql`revoke all on ${sql.table(table)} from ${sql.id(role)}`.execute(transaction);
      await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${sql.id(role)}`.execute(transaction);
    }
  });
}
