import { Kysely, sql, SqliteDialect } from 'kysely';
import { adaptSqlite } from './adaptSqlite.ts';
import { checkEngine, type EngineCheck } from './checkEngine.ts';
import { checkSchema } from './checkSchema.ts';
import { existingDatabaseFile, openDatabase } from './openDatabase.ts';
import { openSqliteReader } from './openSqliteFile.ts';
import type { Schema } from './schema.ts';

const WITHOUT_LIMITS = { poolSize: 1, statement: 0, answer: 0, life: 0 };

/** Somebody who only looks at a database, however long it takes. */
export interface Inspection {
  /** Lets the engine check its own files. */
  checkEngine(): Promise<EngineCheck>;
  /** Compares what it is made of with what the migrations make; a sentence for each difference. */
  checkSchema(): Promise<string[]>;
  /** Reads the database as it is at one moment, while servers go on writing to it. */
  readSnapshot<Result>(read: (db: Kysely<Schema>) => Promise<Result>): Promise<Result>;
}

/** Opens a database to look at it and closes it afterwards; no statement has a time limit. Throws an OperatorError when there is none. */
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
    checkSchema: () => checkSchema(db, 'sqlite'),
    readSnapshot: (read) => db.transaction().execute(read),
    close: () => db.destroy(),
  };
}

async function inspectPostgres(databaseUrl: string): Promise<OpenInspection> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: WITHOUT_LIMITS });
  // The one connection of this pool, whatever its role or its database is limited to.
  await sql`set statement_timeout = 0`.execute(db);
  const reading = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return {
    checkEngine: () => checkEngine(db, 'postgres'),
    checkSchema: () => checkSchema(db, 'postgres'),
    readSnapshot: (read) => reading().execute(read),
    close: () => db.destroy(),
  };
}

function openFile(dataDirectory: string): Kysely<Schema> {
  const path = existingDatabaseFile(dataDirectory);
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptSqlite(openSqliteReader(path)) }) });
}
