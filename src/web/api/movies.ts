import { movieSchema, moviesSchema, type Movie } from '#contract/movie.ts';
import type { Client } from './client.ts';

/** `GET movie`: all films (section 7). */
export function listMovies(client: Client): Promise<Movie[]> {
  return client({ method: 'get', path: 'movie', answer: moviesSchema, loading: true });
}

/** `GET movie/{title}`: one film by its exact title. Throws `movie_not_found` (section 7). */
export function findMovie(client: Client, title: string): Promise<Movie> {
  return client({ method: 'get', path: `movie/${encodeURIComponent(title)}`, answer: movieSchema, loading: true });
}
