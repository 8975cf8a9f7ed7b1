import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { checkPostgres } from '../db/checkPostgres.ts';
import { isDatabaseUnavailable, isForbidden } from '../db/databaseFailure.ts';
import { migrate } from '../db/migrate.ts';
import type { Schema } from '../db/schema.ts';
import { OperatorError } from '../errors.ts';
import type { CatalogueMovie } from './catalogueSchema.ts';
import { seedCatalogue } from './seedCatalogue.ts';

/**
 * Checks that PostgreSQL can be used, and migrates the database. Then loads the films if the database is new or the operator chose the catalogue (`areChosen`). An
 * operator who deleted all films keeps an empty catalogue otherwise. Throws an OperatorError with the reason when it fails. `now` is in epoch milliseconds.
 */
export async function prepareDatabase(
  database: Database,
  {
    movies,
    areChosen,
    now,
  }: { readonly movies: readonly CatalogueMovie[]; readonly areChosen: boolean; readonly now: number },
): Promise<void> {
  try {
    if (database.engine === 'postgres') await checkPostgres(database.db);
    await migrate(database, now);
    if (areChosen || (await isNew(database.db))) await seedCatalogue(database, movies, now);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${whyNot(error)}: ${reasonOf(error)}`);
  }
}

/** Whether a database has no accounts and no films, not even withdrawn ones. */
async function isNew(db: Kysely<Schema>): Promise<boolean> {
  const rows = await Promise.all([
    db.selectFrom('movies').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
  ]);
  return rows.every((row) => row === undefined);
}

function whyNot(error: unknown): string {
  if (isForbidden(error))
    return 'This role may not change the database, run `npm run migrate` with the DATABASE_URL of its owner';
  return `The database cannot be ${isDatabaseUnavailable(error) ? 'reached' : 'prepared'}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
