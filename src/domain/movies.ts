/** The year a film came out: the part of `YYYY-MM-DD` before the first dash (section 3). */
export function releaseYear(releaseDate: string): string {
  return releaseDate.split('-', 1).join('');
}

/** The films whose title holds the text, whatever the case (section 2). White space around the text is ignored. */
export function searchMovies<Movie extends { readonly title: string }>(
  movies: readonly Movie[],
  text: string,
): Movie[] {
  const sought = text.trim().toLowerCase();
  return movies.filter((movie) => movie.title.toLowerCase().includes(sought));
}

/** The announcement of a search for somebody who does not see the grid change: `3 movies match`. */
export function matchMessage(count: number): string {
  return count === 1 ? '1 movie matches' : `${count} movies match`;
}
