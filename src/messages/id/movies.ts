export const movies = 'Film';
export const searchMovies = 'Cari film';
export const noMovieMatches = 'Tidak ada film yang cocok';

/** The announcement of a search result for screen readers: `3 film cocok`. */
export function matchCount(count: number): string {
  return `${count} film cocok`;
}
