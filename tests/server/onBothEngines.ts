import { rm } from 'node:fs/promises';
import { describe, inject, onTestFinished, test } from 'vitest';
import type { Database, Engine } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { rounds } from '../rounds.ts';
import { cachedSchema, freshDatabase } from './postgresDatabases.ts';
import { freshFolder } from './freshFolder.ts';
import { expectSoundBooks } from './books.ts';
import { openCinema, type Cinema, type CinemaOptions } from './openCinema.ts';

type DatabaseOptions = Parameters<typeof openDatabase>[0];
type Bench = ReturnType<typeof benchOf>;

/** Many concurrent requests on a busy machine wait long for a connection; `outage.test.ts` tests the real limits. */
const LIMITS = { poolSize: 12, connect: 60_000 };

/** A fresh, empty database with the options for `openDatabase`; closed and dropped after the test. */
export interface DatabaseLocation {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The environment variables that make a process use this database. */
  readonly variables: Readonly<Record<string, string>>;
  readonly connect: (options?: Partial<DatabaseOptions>) => Database;
}

/** A test server and the location of its database. */
export type LocatedCinema = Cinema & DatabaseLocation;

interface OpenOptions extends CinemaOptions {
  /** True when the test corrupts the books. Otherwise they are audited after the test. */
  readonly spoilsBooks?: boolean;
  readonly database?: Partial<DatabaseOptions>;
}

/** Runs the same tests on SQLite and on PostgreSQL, each test on a database of its own. */
export function describeOnBothEngines(name: string, tests: (bench: Bench) => void): void {
  describeOnSqlite(name, tests);
  describeOnPostgres(name, tests);
}

/** Runs tests of behaviour that only SQLite has. */
export function describeOnSqlite(name: string, tests: (bench: Bench) => void): void {
  describe(`${name} (SQLite)`, () => tests(benchOf('sqlite')));
}

/** Runs tests of behaviour that only PostgreSQL has. If PostgreSQL is missing, they do not run, and the global setup says so. */
export function describeOnPostgres(name: string, tests: (bench: Bench) => void): void {
  if (inject('postgresUrl') === '') return;
  describe(`${name} (PostgreSQL)`, () => tests(benchOf('postgres')));
}

/** Runs tests that do not depend on the database: on SQLite in the check, on both engines before a release. */
export const describeOnAnyEngine = rounds(describeOnSqlite, describeOnBothEngines);

/**
 * Each test gets a fresh server as `cinema`. `open` starts one with options. `location` creates an empty database that
 * several connections can share.
 */
function benchOf(engine: Engine) {
  const locate = async (freshUrl: () => Promise<string>) =>
    locationOf(engine === 'sqlite' ? await freshFile() : { dataDirectory: '', databaseUrl: await freshUrl() });
  const location = () => locate(freshDatabase);
  const open = async ({ spoilsBooks = false, database, ...options }: OpenOptions = {}): Promise<LocatedCinema> => {
    const where = await locate(cachedSchema);
    const cinema = await openCinema(where.connect(database), options);
    onTestFinished(async () => {
      await cinema.app.close();
      if (!spoilsBooks) await expectSoundBooks(cinema);
    });
    return { ...where, ...cinema };
  };
  return { engine, open, location, test: test.extend('cinema', () => open()) };
}

function locationOf(fresh: Pick<DatabaseLocation, 'dataDirectory' | 'databaseUrl'>): DatabaseLocation {
  const { dataDirectory, databaseUrl } = fresh;
  const variables = databaseUrl === undefined ? { DATA_DIR: dataDirectory } : { DATABASE_URL: databaseUrl };
  return { ...fresh, variables, connect: (options) => connect({ ...fresh, ...options }) };
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
