import type { Database } from '../db/database.ts';
import { assertMigrated } from '../db/migrate.ts';
import { existingDatabaseFile, openDatabase } from '../db/openDatabase.ts';

/**
 * Opens the database of a server, calls `work` and closes the database. Does not create or migrate a database. Throws an
 * OperatorError when there is no database, or when it does not fit this version.
 */
export async function withDatabase<Result>(
  where: { readonly dataDirectory: string; readonly databaseUrl?: string | undefined },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (where.databaseUrl === undefined) existingDatabaseFile(where.dataDirectory);
  const database = openDatabase(where);
  try {
    await assertMigrated(database.db);
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}
