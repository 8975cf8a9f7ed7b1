import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import type { Schema } from '../../src/server/db/schema.ts';

/** Creates an empty PostgreSQL database, dropped after the test, and returns its `postgres://` URL. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onPostgres(inject('postgresUrl'), `create database ${name}`);
  onTestFinished(() => onPostgres(inject('postgresUrl'), `drop database ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

/** Runs statements in sequence on a database. */
export async function onPostgres(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: { poolSize: 1 } });
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

/** Counts the connections that PostgreSQL has open, with those that their server has given up. */
export async function countBackends(databaseUrl: string): Promise<number> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: { poolSize: 1 } });
  const { rows } = await sql`select from pg_stat_activity where backend_type = 'client backend'`.execute(db);
  await db.destroy();
  return rows.length;
}

/** A migrated schema. It is reused, because migrating takes twice as long as the statements of a short test. */
interface Migrated {
  readonly name: string;
  readonly shape: string | undefined;
}

const free: Migrated[] = [];
let stored: Kysely<Schema> | undefined;

/** The URL of a PostgreSQL database with one of its schemas as the search path. */
function urlOfSchema(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
}

/** The URL of a migrated schema without rows. After the test it is emptied, or dropped if its shape changed. */
export async function cachedSchema(): Promise<string> {
  const url = inject('postgresUrl');
  const db = (stored ??= openOne(url));
  const schema = free.pop() ?? (await makeSchema(db, url));
  onTestFinished(async () => {
    // The test may have dropped the table that this query reads.
    const shape = await shapeOf(db, schema.name).catch(() => 'broken');
    if (shape === schema.shape) {
      await empty(db, schema.name);
      free.push(schema);
    } else await sql`drop schema ${sql.id(schema.name)} cascade`.execute(db);
  });
  return urlOfSchema(url, schema.name);
}

function openOne(databaseUrl: string): Kysely<Schema> {
  return openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: { poolSize: 1, connect: 60_000 } }).db;
}

async function makeSchema(db: Kysely<Schema>, url: string): Promise<Migrated> {
  const name = `${inject('postgresSchemas')}_${randomUUID().replaceAll('-', '')}`;
  await sql`create schema ${sql.id(name)}`.execute(db);
  const database = openDatabase({ dataDirectory: '', databaseUrl: urlOfSchema(url, name) });
  await migrate(database, 0);
  await database.db.destroy();
  return { name, shape: await shapeOf(db, name) };
}

/** A hash that changes with tables, columns, constraints, triggers, functions, rights and applied migrations. */
async function shapeOf(db: Kysely<Schema>, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ readonly shape: string }>`
    with tables as (select oid, xmin from pg_class where relnamespace = ${name}::regnamespace)
    select md5(string_agg(part, ' ' order by part)) as shape from (
      select concat_ws(':', 'table', oid, xmin) from tables
      union all select concat_ws(':', 'column', attrelid, attnum, a.xmin) from pg_attribute a join tables on attrelid = tables.oid
      union all select concat_ws(':', 'constraint', oid, xmin) from pg_constraint where connamespace = ${name}::regnamespace
      union all select concat_ws(':', 'trigger', t.oid, t.xmin) from pg_trigger t join tables on tgrelid = tables.oid
      union all select concat_ws(':', 'function', oid, xmin) from pg_proc where pronamespace = ${name}::regnamespace
      union all select concat_ws(':', 'migration', number, xmin) from ${sql.id(name, 'schema_migrations')}
    ) as parts (part)`.execute(db);
  return rows[0]?.shape;
}

/** Deletes all rows except the applied migrations, with the triggers that protect the ledger off. */
async function empty(db: Kysely<Schema>, name: string): Promise<void> {
  await sql
    .raw(
      `do $$
        declare each name;
        begin
          set local session_replication_role = replica;
          for each in select tablename from pg_tables where schemaname = '${name}' and tablename <> 'schema_migrations' loop
            execute format('delete from ${name}.%I', each);
          end loop;
        end
      $$`,
    )
    .execute(db);
}
