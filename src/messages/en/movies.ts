export const movies = 'Movies';
export const searchMovies = 'Search movies';
export const noMovieMatches = 'No movie matches';

/** The announcement of a search result for screen readers: `3 movies match`. */
export function matchCount(count: number): string {
  return count === 1 ? '1 movie matches' : `${count} movies match`;
}
