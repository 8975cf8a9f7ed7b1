import type { Movie } from '#contract/movie.ts';
import { statement, type Given, type Runner } from '../db/statement.ts';
import { Refusal } from '../errors/refusal.ts';

const COLUMNS = ['id', 'title', 'description', 'release_date', 'poster_url', 'age_rating', 'ticket_price'] as const;

const allMovies = statement((db) => db.selectFrom('movies').select(COLUMNS).orderBy('id'));

const movieOfTitle = statement((db, given: Given<{ readonly title: string }>) =>
  db.selectFrom('movies').select(COLUMNS).where('title', '=', given('title')),
);

/** Every film on show, by id (section 7, GET movie). */
export async function listMovies(db: Runner): Promise<Movie[]> {
  return allMovies.all(db, {});
}

/** The film of exactly this title (section 7, GET movie/{title}). Throws `movie_not_found`. */
export async function findMovie(db: Runner, { title }: { readonly title: string }): Promise<Movie> {
  const movie = title.includes('\0') ? undefined : await movieOfTitle.first(db, { title });
  if (movie === undefined) throw new Refusal('movie_not_found');
  return movie;
}
