import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/db/openDatabase.ts';

/** Makes an empty database of PostgreSQL, dropped after the test, and gives its `postgres://` URL. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onPostgres(inject('postgresUrl'), `create database ${name}`);
  onTestFinished(() => onPostgres(inject('postgresUrl'), `drop database ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

/** Runs statements in a database, one after another. */
export async function onPostgres(databaseUrl: string, ...statements: readonly string[]): Promise<void> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: { poolSize: 1 } });
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}
