import { sql, type Kysely, type Transaction } from 'kysely';
import { OperatorError } from '../errors/operatorError.ts';
import type { Database, Engine } from './database.ts';
import { latestMigration, migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

const LOCK = 6_061_226;

/**
 * Applies the migrations that are missing, in one transaction; several processes may call it at once.
 * Throws an OperatorError when a newer version of the product has already changed it.
 */
export async function migrate({ db, engine }: Database, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockStart(transaction, engine);
    await createMigrationsTable(transaction, engine);
    const rows = await transaction.selectFrom('schema_migrations').select('number').execute();
    const applied = new Set(rows.map(({ number }) => number));
    const newest = Math.max(0, ...applied);
    if (newest > latestMigration) {
      throw new OperatorError(
        `The database is of a newer version (${newest}) than this server knows (${latestMigration})`,
      );
    }
    for (const { number, name, up } of migrations.filter((migration) => !applied.has(migration.number))) {
      await up(transaction, engine);
      await transaction.insertInto('schema_migrations').values({ number, name, applied_at: now }).execute();
    }
  });
}

/** Whether the database answers and has the shape this server knows. */
export async function isMigrated(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('schema_migrations')
    .select(({ fn }) => fn.max('number').as('newest'))
    .executeTakeFirst();
  return row?.newest === latestMigration;
}

/** Lets one process at a time change shape or catalogue, until its transaction ends; SQLite's `begin immediate` does so already. */
export async function lockStart(transaction: Transaction<Schema>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
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
