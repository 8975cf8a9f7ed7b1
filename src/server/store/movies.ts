import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { movieSchema, type Movie } from '#contract/movie.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors/apiError.ts';

const COLUMNS = v.keyof(movieSchema).options;

/** Every film on show, by id (section 7, GET movie). */
export async function listMovies(db: Kysely<Schema>): Promise<Movie[]> {
  return onShow(db).orderBy('id').execute();
}

/** Whether films were ever loaded, also when none of them is on show any more. */
export async function hasMovies(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('movies').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The film on show of exactly this title (section 7, GET movie/{title}). Throws `movie_not_found`. */
export async function findMovie(db: Kysely<Schema>, { title }: { readonly title: string }): Promise<Movie> {
  const isReadable = !title.includes('\0');
  const movie = isReadable ? await onShow(db).where('title', '=', title).executeTakeFirst() : undefined;
  if (movie === undefined) throw new ApiError('movie_not_found');
  return movie;
}

function onShow(db: Kysely<Schema>) {
  return db.selectFrom('movies').select(COLUMNS).where('withdrawn_at', 'is', null);
}
