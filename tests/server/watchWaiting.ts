import { sql, type Kysely } from 'kysely';
import { vi } from 'vitest';
import type { Schema } from '../../src/server/db/schema.ts';
import type { Cinema } from './openCinema.ts';

/**
 * Returns a function that resolves when another transaction waits for the locks of this open one. On SQLite it resolves
 * at once, because transactions run one at a time.
 */
export async function watchWaiting(
  { db, engine }: Cinema,
  transaction: Kysely<Schema>,
): Promise<() => Promise<unknown>> {
  if (engine === 'sqlite') return async () => undefined;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  const waiting = sql`select pid from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
  return () => vi.waitUntil(async () => (await waiting.execute(db)).rows.length > 0, { timeout: 10_000 });
}

/** Resolves when at least `count` transactions of a PostgreSQL database wait for a lock of any kind. */
export async function untilTransactionsWait(db: Kysely<Schema>, count: number): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await waiting.execute(db)).rows.length >= count, { timeout: 10_000 });
}
