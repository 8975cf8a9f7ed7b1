import { foldCase } from './text.ts';

/** Soft hyphens, direction marks, joiners and other characters without a glyph. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const APOSTROPHES = /[`\u00B4\u02B9\u02BB\u02BC\u2018-\u201B\u2032\uFF07]/g;
const QUOTATION_MARKS = /[\u201C-\u201F\u2033\uFF02]/g;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/**
 * Normalises a title for comparison: titles that look the same have the same key. NFC, without invisible characters; all kinds of
 * apostrophes, quotation marks, dashes and white space become the ASCII one. Case-sensitive.
 */
export function titleKey(title: string): string {
  return title
    .replace(IGNORABLE, '')
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(QUOTATION_MARKS, '"')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The films whose title contains the text, ignoring case (section 2). Both are normalised by `titleKey` first. */
export function searchMovies<Movie extends { readonly title: string }>(
  movies: readonly Movie[],
  text: string,
): Movie[] {
  const sought = foldCase(titleKey(text));
  return movies.filter(({ title }) => foldCase(titleKey(title)).includes(sought));
}
