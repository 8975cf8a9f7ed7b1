import { sql, type Kysely, type Transaction } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Database, Engine } from './database.ts';
import { isTableMissing } from './databaseFailure.ts';
import { migrations, type Migration } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

const LOCK = 6_061_226;

/**
 * Applies the missing migrations in one transaction; several processes may call it at once. If none is missing, it only reads,
 * so a role that cannot change the schema suffices. Throws an OperatorError when this server is too old for the database
 * (reliability 54). `now` is in epoch milliseconds; `own` are the migrations of this server.
 */
export async function migrate({ db, engine }: Database, now: number, own = migrations): Promise<void> {
  // Ignores errors: if the database really cannot be read, the transaction below fails, after it has waited for other processes
  // that start.
  const applied = await readApplied(db).catch(() => []);
  assertNotTooNew(applied, own);
  if (missingOf(applied, own).length === 0) return;
  await db.transaction().execute(async (transaction) => applyMissing(transaction, engine, now, own));
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
