import type { Movie } from '#contract/movie.ts';
import { searchMovies } from '#domain/titles.ts';
import type { MoviesSnapshot } from './moviesMachine.ts';

// Beside the machine, which every page loads, it would be loaded by pages without a search.
/** The films whose title holds the search text. */
export function selectMatches({ context }: MoviesSnapshot): Movie[] {
  return searchMovies(context.movies, context.searchText);
}
