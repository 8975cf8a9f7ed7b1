import type { Movie } from '#contract/movie.ts';
import { searchMovies } from '#domain/titles.ts';
import type { MoviesSnapshot } from './moviesMachine.ts';

// Not in moviesMachine.ts, which is part of the entry chunk: only the Movies page needs this search.
/** The films whose title contains the search text. */
export function selectMatches({ context }: MoviesSnapshot): Movie[] {
  return searchMovies(context.movies, context.searchText);
}
