/** A text without case and compatibility forms, for comparisons: NFKC, and `ß` is `ss`, `ς` is `σ`. */
export function foldCase(text: string): string {
  // By way of the capitals, since some letters share one; the capital ß is its own, so it is made small first.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
