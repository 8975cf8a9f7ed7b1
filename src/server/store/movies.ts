import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { movieSchema, type Movie } from '#contract/movie.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors/apiError.ts';

const MOVIE_COLUMNS = v.keyof(movieSchema).options;

/** Every film on sale, by id (section 7, GET movie). */
export async function listMovies(db: Kysely<Schema>): Promise<Movie[]> {
  return selectMoviesOnSale(db).orderBy('id').execute();
}

/** The film on sale of exactly this title (section 7, GET movie/{title}). Throws `movie_not_found`. */
export async function findMovie(db: Kysely<Schema>, { title }: { readonly title: string }): Promise<Movie> {
  // PostgreSQL refuses a text with this character.
  const canBeStored = !title.includes('\0');
  const movie = canBeStored ? await selectMoviesOnSale(db).where('title', '=', title).executeTakeFirst() : undefined;
  if (movie === undefined) throw new ApiError('movie_not_found');
  return movie;
}

function selectMoviesOnSale(db: Kysely<Schema>) {
  return db.selectFrom('movies').select(MOVIE_COLUMNS).where('withdrawn_at', 'is', null);
}
