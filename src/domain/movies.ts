/** The year of a release date: the part of `YYYY-MM-DD` before the first dash (section 3). */
export function releaseYear(releaseDate: string): string {
  return releaseDate.split('-', 1).join('');
}
