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

/** On a busy machine a crowd waits longer for its connections than a visitor may; `outage` holds the limits. */
const LIMITS = { poolSize: 12, connect: 60_000 };

/** A fresh, empty database: what to hand to `openDatabase`, closed and dropped after the test. */
export interface DatabaseLocation {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The environment variables that lead a process to it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly connect: (options?: Partial<DatabaseOptions>) => Database;
}

/** A cinema, and where its database is. */
export type LocatedCinema = Cinema & DatabaseLocation;

interface OpenOptions extends CinemaOptions {
  /** Says that the test leaves books that are not sound; those of every other cinema are audited when its test is over. */
  readonly spoilsBooks?: boolean;
  readonly database?: Partial<DatabaseOptions>;
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

/** Runs tests of what no database has a part in: in the check on SQLite alone, before a release on both engines. */
export const describeOnAnyEngine = rounds(describeOnSqlite, describeOnBothEngines);

/**
 * A test is handed a fresh cinema. `open` opens one with options, `location` makes a fresh empty database, by name so that
 * several connections can share it.
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
