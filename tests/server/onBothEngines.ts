import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { describe, inject, onTestFinished, test } from 'vitest';
import type { Database, Engine } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { onPostgres } from './freshDatabase.ts';
import { freshFolder } from './freshFolder.ts';
import { borrowSchema, urlOfSchema } from './cachedSchemas.ts';
import { openCinema, type Cinema, type CinemaOptions } from './openCinema.ts';

type DatabaseOptions = Parameters<typeof openDatabase>[0];
type Bench = ReturnType<typeof benchOf>;

/** On a busy machine a crowd waits longer for its connections than a visitor may; `outage` holds the limits. */
const LIMITS = { poolSize: 12, connect: 60_000 };

/** A fresh, empty database: what to hand to `openDatabase`, closed and dropped after the test. */
export interface DatabaseLocation {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly connect: (options?: Partial<DatabaseOptions>) => Database;
}

/** The environment variables that lead a process to a database. */
export function variablesOf({ dataDirectory, databaseUrl }: DatabaseLocation): Record<string, string> {
  return databaseUrl === undefined ? { DATA_DIR: dataDirectory } : { DATABASE_URL: databaseUrl };
}

/** Runs the same tests on SQLite and on PostgreSQL, each test on a database of its own. */
export function describeOnBothEngines(name: string, tests: (bench: Bench) => void): void {
  describeOnSqlite(name, tests);
  describeOnPostgres(name, tests);
}

/** Runs tests of what only the embedded database does. */
export function describeOnSqlite(name: string, tests: (bench: Bench) => void): void {
  describe(`${name} (SQLite)`, () => tests(benchOf('sqlite')));
}

/** Runs tests of what only PostgreSQL does; without one there are none, as the set-up of these tests then says. */
export function describeOnPostgres(name: string, tests: (bench: Bench) => void): void {
  if (inject('postgresUrl') === '') return;
  describe(`${name} (PostgreSQL)`, () => tests(benchOf('postgres')));
}

/**
 * A test is handed a fresh cinema. `open` opens one with options, `location` makes a fresh empty database, by name so that
 * several connections can share it.
 */
function benchOf(engine: Engine) {
  const location = async (): Promise<DatabaseLocation> => {
    const fresh = engine === 'sqlite' ? await freshFile() : await freshSchema();
    return { ...fresh, connect: (options) => connect({ ...fresh, ...options }) };
  };
  const open = async (options?: CinemaOptions): Promise<Cinema> => {
    const cinema = await openCinema(connect(engine === 'sqlite' ? await freshFile() : await cachedSchema()), options);
    onTestFinished(() => cinema.app.close());
    return cinema;
  };
  return { engine, open, location, test: test.extend('cinema', () => open()) };
}

function connect(options: DatabaseOptions): Database {
  const database = openDatabase({ postgresLimits: LIMITS, ...options });
  onTestFinished(() => database.db.destroy());
  return database;
}

async function freshFile() {
  const dataDirectory = await freshFolder('nobar-now-test-');
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }));
  return { dataDirectory, databaseUrl: undefined };
}

/** A schema that the tests of a worker use one after another: there is nothing in it but its tables. */
async function cachedSchema() {
  const { databaseUrl, giveBack } = await borrowSchema();
  onTestFinished(giveBack);
  return { dataDirectory: '', databaseUrl };
}

async function freshSchema() {
  const url = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onPostgres(url, `create schema ${name}`);
  onTestFinished(() => onPostgres(url, `drop schema ${name} cascade`));
  return { dataDirectory: '', databaseUrl: urlOfSchema(url, name) };
}
