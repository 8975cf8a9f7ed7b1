import { join } from 'node:path';
import { Kysely } from 'kysely';
import { OperatorError } from '../errors/operatorError.ts';
import type { Database } from './database.ts';
import { openPostgresDialect } from './postgresDialect.ts';
import type { PostgresLimits } from './postgresPool.ts';
import { keepPrivate } from './privateFiles.ts';
import type { Schema } from './schema.ts';
import { openSqliteDialect } from './sqliteDialect.ts';

const FILE_NAME = 'nobar-now.sqlite';

/** Where the embedded database of a data folder lies. */
export function databaseFile(dataDirectory: string): string {
  return join(dataDirectory, FILE_NAME);
}

/**
 * Opens PostgreSQL when a URL is given, else the SQLite file in the data folder, which it makes.
 * Throws an OperatorError when the folder cannot be written. Neither migrates nor seeds.
 */
export function openDatabase({
  dataDirectory,
  databaseUrl,
  postgresLimits,
  lockPatience,
}: {
  readonly dataDirectory: string;
  readonly databaseUrl?: string | undefined;
  readonly postgresLimits?: Partial<PostgresLimits>;
  /** Milliseconds to wait for a lock that another process holds on the SQLite file. */
  readonly lockPatience?: number;
}): Database {
  if (databaseUrl !== undefined) {
    const { dialect, pool, seatChanges } = openPostgresDialect(databaseUrl, postgresLimits);
    return { db: new Kysely<Schema>({ dialect }), engine: 'postgres', pool, seatChanges };
  }
  const { dialect, pool, seatChanges } = openFile(dataDirectory, lockPatience);
  return { db: new Kysely<Schema>({ dialect }), engine: 'sqlite', pool, seatChanges };
}

function openFile(dataDirectory: string, lockPatience: number | undefined) {
  try {
    const file = databaseFile(dataDirectory);
    keepPrivate(dataDirectory, [file, `${file}-wal`, `${file}-shm`]);
    return openSqliteDialect(file, lockPatience);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The data folder ${dataDirectory} cannot be used: ${reason}`);
  }
}
