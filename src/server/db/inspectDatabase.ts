import { Kysely, sql, SqliteDialect } from 'kysely';
import { adaptSqlite } from './adaptSqlite.ts';
import { checkEngine, type EngineCheck } from './checkEngine.ts';
import { listRisks } from './checkPostgres.ts';
import { checkSchema } from './checkSchema.ts';
import { existingDatabaseFile, openDatabase } from './openDatabase.ts';
import { openSqliteReader } from './openSqliteFile.ts';
import type { Schema } from './schema.ts';

const WITHOUT_LIMITS = { poolSize: 1, statement: 0, answer: 0, life: 0 };

/** Checks and reads of a database for an audit. None has a time limit, and none changes data. */
export interface Inspection {
  /** Lets the database engine check its own files. */
  checkEngine(): Promise<EngineCheck>;
  /** Settings that may lose or hide data, each with its remedy. */
  listRisks(): Promise<string[]>;
  /** Compares the schema with the one that the migrations create; returns a sentence for each difference. */
  checkSchema(): Promise<string[]>;
  /** Reads a consistent snapshot while servers may still write. */
  readSnapshot<Result>(read: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
}

/**
 * Opens a database for inspection, calls `work` and closes the database. No statement has a time limit. Throws an
 * OperatorError when the data folder has no database.
 */
export async function inspectDatabase<Result>(
  { dataDirectory, databaseUrl }: { readonly dataDirectory: string; readonly databaseUrl?: string | undefined },
  work: (inspection: Inspection) => Promise<Result>,
): Promise<Result> {
  const inspect = databaseUrl === undefined ? inspectFile(dataDirectory) : await inspectPostgres(databaseUrl);
  try {
    return await work(inspect);
  } finally {
    await inspect.close();
  }
}

type OpenInspection = Inspection & { readonly close: () => Promise<void> };

function inspectFile(dataDirectory: string): OpenInspection {
  const db = openFile(dataDirectory);
  return {
    checkEngine: () => checkEngine(db, 'sqlite'),
    listRisks: async () => [],
    checkSchema: () => checkSchema(db, 'sqlite'),
    readSnapshot: (read) => db.transaction().execute(read),
    close: () => db.destroy(),
  };
}

async function inspectPostgres(databaseUrl: string): Promise<OpenInspection> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: WITHOUT_LIMITS });
  // Overrides a timeout that the operator set for the role or the database. The pool has only this one connection.
  await sql`set statement_timeout = 0`.execute(db);
  const reading = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return {
    checkEngine: () => checkEngine(db, 'postgres'),
    listRisks: () => listRisks(db),
    checkSchema: () => checkSchema(db, 'postgres'),
    readSnapshot: (read) => reading().execute(read),
    close: () => db.destroy(),
  };
}

function openFile(dataDirectory: string): Kysely<Schema> {
  const path = existingDatabaseFile(dataDirectory);
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(openSqliteReader(path)) }) });
}
