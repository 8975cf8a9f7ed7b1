import * as v from 'valibot';
import type { Kysely } from 'kysely';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { titleKey } from '#domain/titles.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { TRANSLATED_DESCRIPTIONS } from './catalogueSchema.ts';

const MOVIE_COLUMNS = v.keyof(v.omit(movieSchema, ['description_language'])).options;

/** Every film on sale, ordered by id (section 7, GET movie). */
export async function listMovies(db: Kysely<Schema>, language?: string): Promise<Movie[]> {
  const rows = await selectMoviesOnSale(db, language).orderBy('id').execute();
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
  const exact = canBeStored
    ? await selectMoviesOnSale(db, language).where('title', '=', title).executeTakeFirst()
    : undefined;
  const row = exact ?? (await findLookalike(db, title, language));
  if (row === undefined) throw new ApiError('movie_not_found');
  return movieIn(language, row);
}

/** Throws `movie_not_found` unless a film has this title. It may have left the programme, because its tickets stay valid. */
export async function requireTitle(db: Kysely<Schema>, { title }: { readonly title: string }): Promise<void> {
  const films = db.selectFrom('movies').select('id').where('title', '=', title);
  // PostgreSQL refuses texts with a NUL character.
  if (title.includes('\0') || (await films.executeTakeFirst()) === undefined) throw new ApiError('movie_not_found');
}

async function findLookalike(db: Kysely<Schema>, title: string, language: string | undefined) {
  const key = titleKey(title);
  return (await selectMoviesOnSale(db, language).orderBy('id').execute()).find((row) => titleKey(row.title) === key);
}

function selectMoviesOnSale(db: Kysely<Schema>, language: string | undefined) {
  const column = TRANSLATED_DESCRIPTIONS.find((each) => each === `description_${language}`);
  return db
    .selectFrom('movies')
    .select((by) => [...MOVIE_COLUMNS, (column === undefined ? by.lit(null) : by.ref(column)).as('translation')])
    .where('withdrawn_at', 'is', null);
}

/** A film with its description in a language, if it has one in it. */
function movieIn(
  language: string | undefined,
  { translation, ...movie }: Movie & { readonly translation: string | null },
): Movie {
  return translation === null ? movie : { ...movie, description: translation, description_language: language };
}
