import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect, type Transaction } from 'kysely';
import { adaptSqlite } from './adaptSqlite.ts';
import type { Engine } from './database.ts';
import { OperatorError } from '../errors.ts';
import { applyMissing, describeLack, readApplied } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

/** Definitions of tables, columns, triggers and so on, by kind and name: `trigger ledger_no_update`. */
type Parts = ReadonlyMap<string, string>;

/**
 * Compares the schema of a database with the one that the migrations create. An unknown trigger could change what the server
 * writes, and a missing constraint no longer refuses anything (reliability 56 and 59). Returns a sentence for each difference.
 * Changes nothing.
 */
export async function checkSchema(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const applied = await readApplied(db);
  const known = new Set(migrations.map(({ number }) => number));
  const strange = applied.map(({ number }) => number).filter((number) => !known.has(number));
  if (strange.length > 0) return [`The database has migration ${strange.join(', ')}, which this version does not know`];
  const lack = describeLack(applied);
  if (lack !== undefined) return [lack];
  return engine === 'sqlite'
    ? compare(await describeSqlite(db), await makeSqlite())
    : compare(await describePostgres(db), await makePostgres(db));
}

/** An index of SQLite that an operator may add for a report: without UNIQUE it refuses no row. */
const OF_AN_OPERATOR = /^create index /i;

function compare(found: Parts, expected: Parts): string[] {
  return [
    ...[...found]
      .filter(([part, definition]) => !expected.has(part) && !OF_AN_OPERATOR.test(definition))
      .map(([part]) => `The ${part} was not created by a migration`),
    ...[...expected.keys()].filter((part) => !found.has(part)).map((part) => `The ${part} is missing`),
    ...[...expected]
      .filter(([part, definition]) => found.has(part) && found.get(part) !== definition)
      .map(([part]) => `The ${part} differs from the one that the migrations create`),
  ];
}

async function describeSqlite(db: Kysely<Schema>): Promise<Parts> {
  const { rows } = await sql<{ part: string; definition: string }>`
    select type || ' ' || name as part, sql as definition from sqlite_schema where substr(name, 1, 7) <> 'sqlite_'`.execute(
    db,
  );
  return new Map(rows.map(({ part, definition }) => [part, definition.replaceAll(/\s+/g, ' ')]));
}

async function makeSqlite(): Promise<Parts> {
  const memory = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: adaptSqlite(new DatabaseSync(':memory:')) }),
  });
  try {
    await memory.transaction().execute((transaction) => applyMissing(transaction, 'sqlite', 0));
    return await describeSqlite(memory);
  } finally {
    await memory.destroy();
  }
}

/**
 * Leaves out indexes and functions, because operators may add their own. The source of a trigger's function is part of the
 * trigger's definition.
 */
async function describePostgres(db: Kysely<Schema>): Promise<Parts> {
  const { rows } = await sql<{ part: string; definition: string; schema: string }>`
    select 'column ' || relname || '.' || attname as part, current_schema() as schema,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    union all select 'constraint ' || relname || '.' || conname, current_schema(), pg_get_constraintdef(o.oid)
      from pg_constraint o join pg_class c on c.oid = conrelid where connamespace = current_schema()::regnamespace
    union all select 'trigger ' || relname || '.' || tgname, current_schema(),
        concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid), prosrc)
      from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
      where relnamespace = current_schema()::regnamespace and not tgisinternal
    union all select 'rule ' || tablename || '.' || rulename, current_schema(), definition
      from pg_rules where schemaname = current_schema()
    union all select 'policy ' || tablename || '.' || policyname, current_schema(), concat_ws(' ', cmd, qual, with_check)
      from pg_policies where schemaname = current_schema()`.execute(db);
  return new Map(rows.map(({ part, definition, schema }) => [part, definition.replaceAll(`${schema}.`, '')]));
}

/** Runs the migrations in a temporary schema, describes it, and rolls the transaction back. */
async function makePostgres(db: Kysely<Schema>): Promise<Parts> {
  const transaction = await db.startTransaction().execute();
  try {
    await enterEmptySchema(transaction);
    await applyMissing(transaction, 'postgres', 0);
    return await describePostgres(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

async function enterEmptySchema(transaction: Transaction<Schema>): Promise<void> {
  const name = sql.id(`nobar_now_audit_${process.pid}`);
  await sql`create schema ${name}`.execute(transaction).catch((error: unknown) => {
    throw new OperatorError(
      `The audit cannot create a temporary schema: run it as the owner of the database, on a server that is not read-only (${String(error)})`,
    );
  });
  await sql`set local search_path to ${name}`.execute(transaction);
}
