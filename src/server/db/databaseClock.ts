import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

const INTERVAL_MILLISECONDS = 1000;

/** The time that servers of one database agree on, in epoch milliseconds. */
export interface DatabaseClock {
  readonly now: () => number;
  readonly stop: () => void;
}

/**
 * The clock of the database. On PostgreSQL it follows the database's clock, so that servers whose own clocks differ agree on holds, sales
 * and sessions: it asks once a second, and counts on with a clock that nobody can set. It is wrong by at most the duration of the fastest
 * of these queries. Without an answer it counts on. SQLite's clock is that of its machine. Rejects when the database is unreachable.
 */
export async function openDatabaseClock({ db, engine }: Database): Promise<DatabaseClock> {
  if (engine === 'sqlite') return { now: Date.now, stop: () => undefined };
  const first = await measure(db);
  let offset = (first.least + first.most) / 2;
  const stopping = new AbortController();

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(INTERVAL_MILLISECONDS, undefined, { ref: false, signal: stopping.signal });
      const measured = await measure(db).catch(() => undefined);
      if (measured !== undefined) offset = Math.min(Math.max(offset, measured.least), measured.most);
    }
  }

  follow().catch(() => undefined);
  return { now: () => Math.floor(performance.now() + offset), stop: () => stopping.abort() };
}

/** The time of the database, in epoch milliseconds, for a command that needs it once. */
export async function readDatabaseTime({ db, engine }: Database): Promise<number> {
  return engine === 'sqlite' ? Date.now() : readTime(db);
}

/** The difference between the clock of the database and that of this process, which lies between two bounds. */
async function measure(db: Kysely<Schema>): Promise<{ readonly least: number; readonly most: number }> {
  const sentAt = performance.now();
  const time = await readTime(db);
  return { least: time - performance.now(), most: time + 1 - sentAt };
}

/** The time of PostgreSQL, rounded down. */
async function readTime(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database has no time');
  return row.time;
}
