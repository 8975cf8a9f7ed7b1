import type { Database } from '../db/database.ts';
import { assertMigrated } from '../db/migrate.ts';
import { existingDatabaseFile, openDatabase } from '../db/openDatabase.ts';

/**
 * Opens the database of a server for a command, and closes it afterwards. Neither makes nor migrates one. Throws an
 * OperatorError when there is no database, or when it is not of this version.
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
