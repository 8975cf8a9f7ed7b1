import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Whether a database is PostgreSQL, which runs several writing transactions at once. SQLite has only one writer. */
export function hasSeveralWriters(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Lets only one transaction at a time continue for each of these names, until it ends. The statements after this one see what the
 * transactions before it have committed. Locks in the order of the names.
 */
export async function lockNames(transaction: Kysely<Schema>, names: readonly string[]): Promise<void> {
  if (!hasSeveralWriters(transaction)) return;
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  await sql`select ${sql.join(locks)}`.execute(transaction);
}
