import * as v from 'valibot';
import type { Kysely } from 'kysely';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { titleKey } from '#domain/titles.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';

const MOVIE_COLUMNS = v.keyof(movieSchema).options;

/** Every film on sale, ordered by id (section 7, GET movie). */
export async function listMovies(db: Kysely<Schema>): Promise<Movie[]> {
  return selectMoviesOnSale(db).orderBy('id').execute();
}

/**
 * The film on sale with this title, or with one that has the same `titleKey` (section 7, GET movie/{title}). Throws
 * `movie_not_found`.
 */
export async function findMovie(db: Kysely<Schema>, { title }: { readonly title: string }): Promise<Movie> {
  // PostgreSQL refuses texts with a NUL character.
  const canBeStored = !title.includes('\0');
  const exact = canBeStored ? await selectMoviesOnSale(db).where('title', '=', title).executeTakeFirst() : undefined;
  const movie = exact ?? (await findLookalike(db, title));
  if (movie === undefined) throw new ApiError('movie_not_found');
  return movie;
}

/** Whether a film on sale has this title, as `findMovie` compares it. */
export async function hasMovie(db: Kysely<Schema>, film: { readonly title: string }): Promise<boolean> {
  try {
    await findMovie(db, film);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function findLookalike(db: Kysely<Schema>, title: string): Promise<Movie | undefined> {
  const key = titleKey(title);
  return (await listMovies(db)).find((movie) => titleKey(movie.title) === key);
}

function selectMoviesOnSale(db: Kysely<Schema>) {
  return db.selectFrom('movies').select(MOVIE_COLUMNS).where('withdrawn_at', 'is', null);
}
