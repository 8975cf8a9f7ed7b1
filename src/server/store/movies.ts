import * as v from 'valibot';
import type { Kysely } from 'kysely';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { titleKey } from '#domain/titles.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';

const MOVIE_COLUMNS = v.keyof(v.omit(movieSchema, ['description_language'])).options;

/** Every film on sale, ordered by id (section 7, GET movie). */
export async function listMovies(db: Kysely<Schema>, language?: string): Promise<Movie[]> {
  const rows = await selectMoviesOnSale(db).orderBy('id').execute();
  return rows.map((row) => movieIn(language, row));
}

/**
 * The film on sale with this title, or with one that has the same `titleKey` (section 7, GET movie/{title}). Throws
 * `movie_not_found`.
 */
export async function findMovie(
  db: Kysely<Schema>,
  { title, language }: { readonly title: string; readonly language?: string | undefined },
): Promise<Movie> {
  // PostgreSQL refuses texts with a NUL character.
  const canBeStored = !title.includes('\0');
  const exact = canBeStored ? await selectMoviesOnSale(db).where('title', '=', title).executeTakeFirst() : undefined;
  const row = exact ?? (await findLookalike(db, title));
  if (row === undefined) throw new ApiError('movie_not_found');
  return movieIn(language, row);
}

async function findLookalike(db: Kysely<Schema>, title: string) {
  const key = titleKey(title);
  return (await selectMoviesOnSale(db).orderBy('id').execute()).find((row) => titleKey(row.title) === key);
}

function selectMoviesOnSale(db: Kysely<Schema>) {
  return db
    .selectFrom('movies')
    .select([...MOVIE_COLUMNS, 'description_id'])
    .where('withdrawn_at', 'is', null);
}

/** A film with its description in a language, if it has one in it. */
function movieIn(
  language: string | undefined,
  { description_id: indonesian, ...movie }: Movie & { readonly description_id: string | null },
): Movie {
  if (language !== 'id' || indonesian === null) return movie;
  return { ...movie, description: indonesian, description_language: language };
}
