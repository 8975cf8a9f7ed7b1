import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';
import { openPostgres, type PostgresLimits } from './openPostgres.ts';
import { openSqlite } from './openSqlite.ts';
import { makePrivate } from './privateFiles.ts';
import type { Schema } from './schema.ts';

const FILE_NAME = 'nobar-now.sqlite';

/** The path of the embedded database in a data folder. */
export function databaseFile(dataDirectory: string): string {
  return join(dataDirectory, FILE_NAME);
}

/** The path of the embedded database in a data folder. Throws an OperatorError that names the folder when there is no database. */
export function existingDatabaseFile(dataDirectory: string): string {
  const file = databaseFile(dataDirectory);
  if (!existsSync(file)) {
    const folder = resolve(dataDirectory);
    throw new OperatorError(
      `There is no database in the data folder ${folder}: set DATA_DIR to the folder of the server`,
    );
  }
  return file;
}

/**
 * Opens PostgreSQL when a URL is given, otherwise the SQLite file in the data folder; creates folder and file if necessary.
 * Throws an OperatorError when the folder cannot be written. Does not migrate or load films.
 */
export function openDatabase({
  dataDirectory,
  databaseUrl,
  postgresLimits,
  lockTimeoutMs,
}: {
  readonly dataDirectory: string;
  readonly databaseUrl?: string | undefined;
  readonly postgresLimits?: Partial<PostgresLimits>;
  /** How long to wait for a lock that another process holds on the SQLite file. */
  readonly lockTimeoutMs?: number;
}): Database {
  if (databaseUrl !== undefined) {
    const { dialect, ...state } = openPostgres(databaseUrl, postgresLimits);
    return { db: new Kysely<Schema>({ dialect }), engine: 'postgres', ...state };
  }
  const { dialect, pool } = openFile(dataDirectory, lockTimeoutMs);
  return { db: new Kysely<Schema>({ dialect }), engine: 'sqlite', pool, isReachable: () => true };
}

function openFile(dataDirectory: string, lockTimeoutMs: number | undefined) {
  try {
    const file = databaseFile(dataDirectory);
    makePrivate(dataDirectory, [file, `${file}-wal`, `${file}-shm`]);
    return openSqlite(file, lockTimeoutMs);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The data folder ${dataDirectory} cannot be used: ${reason}`);
  }
}
