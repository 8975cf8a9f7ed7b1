import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Database, Engine } from './database.ts';
import { isLockTimedOut, isTableMissing } from './databaseFailure.ts';
import { migrations, type Migration } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

const LOCK = 6_061_226;
/** Readers of a table wait behind a migration that waits for it, so it does not wait long, and pauses before it tries again. */
const LOCK_TIMEOUT = '1s';
const PAUSE_MILLISECONDS = 1000;
const TRIES = 30;

/**
 * Applies the missing migrations in one transaction; several processes may call it at once. If none is missing, it only reads,
 * so a role that cannot change the schema suffices. Throws an OperatorError when this server is too old for the database
 * (reliability 54), or when other transactions still lock a table after `tries`. `now` is in epoch milliseconds; `own` are the
 * migrations of this server.
 */
export async function migrate({ db, engine }: Database, now: number, own = migrations, tries = TRIES): Promise<void> {
  // Ignores errors: if the database really cannot be read, the transaction below fails, after it has waited for other processes
  // that start.
  const applied = await readApplied(db).catch(() => []);
  assertNotTooNew(applied, own);
  if (missingOf(applied, own).length === 0) return;
  for (let left = tries; ;) {
    try {
      return await db.transaction().execute(async (transaction) => applyMissing(transaction, engine, now, own));
    } catch (error) {
      left -= 1;
      if (!isLockTimedOut(error)) throw error;
      if (left === 0) throw new OperatorError(`Nothing has changed, because ${await describeHolders(db)}`);
    }
    await wait(PAUSE_MILLISECONDS);
  }
}

interface Holder {
  readonly tables: string;
  readonly pid: number;
  readonly who: string;
  readonly since: string;
}

/**
 * Which transactions hold locks on tables of this database, the oldest first. PostgreSQL hides the state and the start of other roles'
 * transactions from a role without rights to them.
 */
async function describeHolders(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<Holder>`
    select string_agg(distinct relname, ', ') as tables, pid, concat_ws(', ', 'role ' || usename, state) as who,
        coalesce(' for ' || floor(extract(epoch from clock_timestamp() - xact_start)) || ' s', '') as since
      from pg_locks join pg_class c on c.oid = relation join pg_stat_activity using (pid)
      where granted and relkind = 'r' and relnamespace = current_schema()::regnamespace and pid <> pg_backend_pid()
      group by pid, usename, state, xact_start order by xact_start`.execute(db);
  const holders = rows.map(
    ({ tables, pid, who, since }) => `process ${pid} of PostgreSQL (${who}) has locked ${tables}${since}`,
  );
  return holders.length === 0
    ? 'other transactions kept the tables locked: run npm run migrate again'
    : `${holders.join(', ')}: wait for it or end it with pg_terminate_backend, then run npm run migrate again`;
}

/** Throws an OperatorError when the database lacks a migration, or when this server is too old for it. */
export async function assertMigrated(db: Kysely<Schema>): Promise<void> {
  const applied = await readApplied(db);
  assertNotTooNew(applied, migrations);
  const lack = describeLack(applied);
  if (lack !== undefined) throw new OperatorError(lack);
}

/** Whether the database has all migrations of this server, and this server is not too old for it. Throws when it is unreachable. */
export async function isMigrated(db: Kysely<Schema>, own = migrations): Promise<boolean> {
  const applied = await readApplied(db);
  return missingOf(applied, own).length === 0 && usableFrom(applied) <= latestOf(own);
}

/**
 * Lets only one process at a time change the schema or the catalogue, until its transaction ends. On SQLite `begin immediate`
 * already does that.
 */
export async function lockStart(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

type Applied = Pick<Schema['schema_migrations'], 'number' | 'usable_from'>;

/** The migrations that a database has; an empty list for an empty database. */
export async function readApplied(db: Kysely<Schema>): Promise<Applied[]> {
  try {
    return await db.selectFrom('schema_migrations').select(['number', 'usable_from']).execute();
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

/** A sentence with the missing migrations and the command to run; undefined when none is missing. */
export function describeLack(applied: readonly Applied[]): string | undefined {
  const numbers = missingOf(applied, migrations).map(({ number }) => number);
  return numbers.length === 0
    ? undefined
    : `The database lacks ${numbers.length === 1 ? 'migration' : 'the migrations'} ${numbers.join(', ')}: run npm run migrate first`;
}

/** Applies the missing migrations in an open transaction. Throws as `migrate` does. */
export async function applyMissing(
  transaction: Transaction<Schema>,
  engine: Engine,
  now: number,
  own = migrations,
): Promise<void> {
  await lockStart(transaction, engine);
  if (engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
  }
  await createMigrationsTable(transaction, engine);
  const applied = await transaction.selectFrom('schema_migrations').select(['number', 'usable_from']).execute();
  assertNotTooNew(applied, own);
  const missing = missingOf(applied, own);
  for (const { up } of missing) await up(transaction, engine);
  if (missing.length === 0) return;
  await transaction
    .insertInto('schema_migrations')
    .values(missing.map(({ number, name, usableFrom }) => ({ number, name, usable_from: usableFrom, applied_at: now })))
    .execute();
}

function assertNotTooNew(applied: readonly Applied[], own: readonly Migration[]): void {
  const oldest = usableFrom(applied);
  const latest = latestOf(own);
  if (oldest <= latest) return;
  throw new OperatorError(
    `This server is too old for the database: it knows migrations up to ${latest}, but the database needs a server that knows ${oldest}`,
  );
}

function latestOf(own: readonly Migration[]): number {
  return Math.max(...own.map(({ number }) => number));
}

function missingOf(applied: readonly Applied[], own: readonly Migration[]): Migration[] {
  return own.filter((migration) => !applied.some(({ number }) => number === migration.number));
}

function usableFrom(applied: readonly Applied[]): number {
  return Math.max(0, ...applied.map(({ usable_from: from }) => from));
}

async function createMigrationsTable(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? 'strict' : '';
  await sql
    .raw(
      `create table if not exists schema_migrations (
        number ${whole} primary key,
        name text not null,
        applied_at ${whole} not null,
        usable_from ${whole} not null
      ) ${strict}`,
    )
    .execute(transaction);
}
