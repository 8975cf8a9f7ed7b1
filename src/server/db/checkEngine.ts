import { sql, type Kysely } from 'kysely';
import type { Engine } from './database.ts';
import type { Schema } from './schema.ts';

/** The result of a check of the database files: the method in a few words, and a sentence for each problem. */
export interface EngineCheck {
  readonly how: string;
  readonly breaches: readonly string[];
}

/** Lets the database engine check its own files as well as it can (reliability 59). Only reads. `db` must not be a transaction. */
export function checkEngine(db: Kysely<Schema>, engine: Engine): Promise<EngineCheck> {
  return engine === 'sqlite' ? checkSqlite(db) : checkPostgres(db);
}

async function checkSqlite(db: Kysely<Schema>): Promise<EngineCheck> {
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return {
    how: "SQLite's integrity_check",
    breaches: [
      ...pages.rows.map((row) => row.integrity_check).filter((message) => message !== 'ok'),
      ...references.rows.map(({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}`),
    ],
  };
}

async function checkPostgres(db: Kysely<Schema>): Promise<EngineCheck> {
  const amcheck = await findAmcheck(db);
  return amcheck === undefined ? readEveryRow(db) : runAmcheck(db, amcheck);
}

/** The schema of the extension amcheck; undefined when it is not installed or this role may not call it. */
async function findAmcheck(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace n on n.oid = extnamespace
    where extname = 'amcheck' and (select bool_and(has_function_privilege(p.oid, 'execute')) from pg_proc p
      where p.pronamespace = n.oid and p.proname in ('bt_index_check', 'verify_heapam'))`.execute(db);
  return rows[0]?.schema;
}

/** Compares every b-tree index with its table, and verifies every table. */
async function runAmcheck(db: Kysely<Schema>, amcheck: string): Promise<EngineCheck> {
  const [indexes, tables] = [await relationsOf(db, 'i'), await relationsOf(db, 'r')];
  const breaches: string[] = [];
  for (const { name, id } of indexes) {
    const check = sql`select ${sql.id(amcheck, 'bt_index_check')}(${id}::oid::regclass, true)`;
    await check.execute(db).catch((error: unknown) => breaches.push(`Index ${name}: ${String(error)}`));
  }
  for (const { name, id } of tables) {
    const check = sql<{ msg: string }>`select msg from ${sql.id(amcheck, 'verify_heapam')}(${id}::oid::regclass)`;
    breaches.push(...(await check.execute(db)).rows.map(({ msg }) => `Table ${name}: ${msg}`));
  }
  return { how: `PostgreSQL's amcheck of ${indexes.length} indexes and ${tables.length} tables`, breaches };
}

async function readEveryRow(db: Kysely<Schema>): Promise<EngineCheck> {
  const tables = await relationsOf(db, 'r');
  const breaches: string[] = [];
  for (const { name } of tables) {
    const reading = sql`select sum(length(row_of::text)) from ${sql.id(name)} as row_of`;
    await reading.execute(db).catch((error: unknown) => breaches.push(`Table ${name}: ${String(error)}`));
  }
  return { how: `every row of ${tables.length} tables read, because the extension amcheck is not available`, breaches };
}

/** The tables (`r`) or the b-tree indexes (`i`) in the current schema. */
async function relationsOf(db: Kysely<Schema>, kind: 'i' | 'r') {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.oid::text as id, relname as name from pg_class c left join pg_am a on a.oid = relam
    where relnamespace = current_schema()::regnamespace and relkind = ${kind} and (relkind = 'r' or amname = 'btree')
    order by relname`.execute(db);
  return rows;
}
