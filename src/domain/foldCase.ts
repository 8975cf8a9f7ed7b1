/** Normalises a text for case-insensitive comparison: NFKC and case folding, so that `ß` equals `ss` and `ς` equals `σ`. */
export function foldCase(text: string): string {
  // Upper case first unifies letters that share a capital, such as σ and ς. The capital ẞ stays ẞ there, so it becomes ß before.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
