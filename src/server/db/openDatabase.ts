import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { StartupFailure } from '../startupFailure.ts';
import { openPostgresDialect } from './postgresDialect.ts';
import type { Schema } from './schema.ts';
import { openSqliteDialect } from './sqliteDialect.ts';

const FILE_NAME = 'nobar-now.sqlite';

export type Engine = 'sqlite' | 'postgres';

/** An open database; `db.destroy()` closes it. */
export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
}

/**
 * Opens PostgreSQL when a URL is given, else the SQLite file in the data folder, which it makes.
 * Throws a StartupFailure when the folder cannot be written. Neither migrates nor seeds.
 */
export function openDatabase({
  dataDirectory,
  databaseUrl,
  poolSize,
}: {
  readonly dataDirectory: string;
  readonly databaseUrl?: string | undefined;
  readonly poolSize?: number;
}): Database {
  if (databaseUrl !== undefined) {
    return { db: new Kysely<Schema>({ dialect: openPostgresDialect(databaseUrl, poolSize) }), engine: 'postgres' };
  }
  return { db: new Kysely<Schema>({ dialect: openFile(dataDirectory) }), engine: 'sqlite' };
}

function openFile(dataDirectory: string) {
  try {
    mkdirSync(dataDirectory, { recursive: true });
    return openSqliteDialect(join(dataDirectory, FILE_NAME));
  } catch (error) {
    if (error instanceof StartupFailure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupFailure(`The data folder ${dataDirectory} cannot be used: ${reason}`);
  }
}
