import { sql, type Kysely, type Transaction } from 'kysely';
import { OperatorError } from '../errors/operatorError.ts';
import type { Database, Engine } from './database.ts';
import { isTableMissing } from './databaseFailure.ts';
import { latestMigration, migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

const LOCK = 6_061_226;

/**
 * Applies the migrations that are missing, in one transaction; several processes may call it at once. One whose role may
 * change nothing must find them applied. Throws an OperatorError when this server is too old for the database (reliability 54).
 */
export async function migrate({ db, engine }: Database, now: number): Promise<void> {
  // A database that cannot be read fails in the transaction, which waits for the others that start.
  const known = await readApplied(db).catch(() => []);
  assertNotTooNew(known);
  if (missingOf(known).length === 0) return;
  await db.transaction().execute(async (transaction) => applyMissing(transaction, engine, now));
}

/** Throws an OperatorError unless the database has all that this server needs, and can be used by one as old as this. */
export async function assertMigrated(db: Kysely<Schema>): Promise<void> {
  const applied = await readApplied(db);
  assertNotTooNew(applied);
  const lack = describeLack(applied);
  if (lack !== undefined) throw new OperatorError(lack);
}

/** Whether the database answers, has all that this server needs, and can be used by one as old as this. */
export async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const applied = await readApplied(db);
  return missingOf(applied).length === 0 && usableFrom(applied) <= latestMigration;
}

/** Lets one process at a time change shape or catalogue, until its transaction ends; SQLite's `begin immediate` does so already. */
export async function lockStart(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

/** A migration as a database remembers it; those before the sixth did not say from which version on they can be used. */
interface Applied {
  readonly number: number;
  readonly usable_from?: number;
}

/** The migrations that a database has; none of an empty one. */
export async function readApplied(db: Kysely<Schema>): Promise<Applied[]> {
  try {
    return await db.selectFrom('schema_migrations').selectAll().execute();
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

/** Names the migrations that a database lacks, and what to run; undefined when it lacks none. */
export function describeLack(applied: readonly Applied[]): string | undefined {
  const numbers = missingOf(applied).map(({ number }) => number);
  return numbers.length === 0
    ? undefined
    : `The database lacks migration ${numbers.join(', ')}: run npm run migrate first`;
}

/** Applies the migrations that are missing. Throws as `migrate` does. */
export async function applyMissing(transaction: Transaction<Schema>, engine: Engine, now: number): Promise<void> {
  await lockStart(transaction, engine);
  await createMigrationsTable(transaction, engine);
  const applied: Applied[] = await transaction.selectFrom('schema_migrations').selectAll().execute();
  assertNotTooNew(applied);
  const missing = missingOf(applied);
  for (const { up } of missing) await up(transaction, engine);
  if (missing.length === 0) return;
  await transaction
    .insertInto('schema_migrations')
    .values(missing.map(({ number, name, usableFrom }) => ({ number, name, usable_from: usableFrom, applied_at: now })))
    .execute();
}

function assertNotTooNew(applied: readonly Applied[]): void {
  const oldest = usableFrom(applied);
  if (oldest <= latestMigration) return;
  throw new OperatorError(
    `This server is too old for the database, which servers that know migration ${oldest} can use: this one knows ${latestMigration}`,
  );
}

function missingOf(applied: readonly Applied[]) {
  return migrations.filter((migration) => !applied.some(({ number }) => number === migration.number));
}

function usableFrom(applied: readonly Applied[]): number {
  return Math.max(0, ...applied.map(({ usable_from: from = 0 }) => from));
}

async function createMigrationsTable(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? 'strict' : '';
  await sql
    .raw(
      `create table if not exists schema_migrations (
        number ${whole} primary key,
        name text not null,
        applied_at ${whole} not null
      ) ${strict}`,
    )
    .execute(transaction);
}
