import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, describe, inject } from 'vitest';
import type { Database, Engine } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { onPostgres } from './freshDatabase.ts';
import { freshFolder } from './freshFolder.ts';
import { borrowSchema, urlOfSchema } from './cachedSchemas.ts';
import { openCinema, type Cinema, type CinemaOptions } from './openCinema.ts';

/** On a busy machine a crowd waits longer for its connections than a visitor may; `outage` holds the limits. */
const LIMITS = { poolSize: 12, connect: 60_000 };

/** Opens for a test a fresh cinema, or a fresh empty database by name so that several connections can share it. */
export interface Bench {
  readonly engine: Engine;
  readonly open: (options?: CinemaOptions) => Promise<Cinema>;
  readonly location: () => Promise<DatabaseLocation>;
}

/** A fresh, empty database: what to hand to `openDatabase`, closed and dropped after the test. */
export interface DatabaseLocation {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly connect: () => Database;
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

function benchOf(engine: Engine): Bench {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });

  const location = async () => {
    const fresh = engine === 'sqlite' ? await freshFile(cleanups) : await freshSchema(cleanups);
    return {
      ...fresh,
      connect() {
        const database = openDatabase({ ...fresh, postgresLimits: LIMITS });
        cleanups.push(() => database.db.destroy());
        return database;
      },
    };
  };

  const open = async (options?: CinemaOptions) => {
    const database = engine === 'sqlite' ? (await location()).connect() : await openCached(cleanups);
    const cinema = await openCinema(database, options);
    cleanups.push(() => cinema.app.close());
    return cinema;
  };

  return { engine, open, location };
}

/** Opens a schema that the tests of a worker use one after another: there is nothing in it but its tables. */
async function openCached(cleanups: (() => Promise<void>)[]): Promise<Database> {
  const { databaseUrl, giveBack } = await borrowSchema();
  const database = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: LIMITS });
  cleanups.push(giveBack, () => database.db.destroy());
  return database;
}

async function freshFile(cleanups: (() => Promise<void>)[]) {
  const dataDirectory = await freshFolder('nobar-now-test-');
  cleanups.push(() => rm(dataDirectory, { recursive: true, force: true }));
  return { dataDirectory, databaseUrl: undefined };
}

async function freshSchema(cleanups: (() => Promise<void>)[]) {
  const url = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onPostgres(url, `create schema ${name}`);
  cleanups.push(() => onPostgres(url, `drop schema ${name} cascade`));
  return { dataDirectory: '', databaseUrl: urlOfSchema(url, name) };
}
