/** The year a film came out: the part of `YYYY-MM-DD` before the first dash (section 3). */
export function releaseYear(releaseDate: string): string {
  return releaseDate.split('-', 1).join('');
}
