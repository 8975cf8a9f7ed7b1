import { foldCase } from './foldCase.ts';

/** Soft hyphens, direction marks, joiners and others that have no glyph of their own. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const APOSTROPHES = /[`\u00B4\u02B9\u02BB\u02BC\u2018-\u201B\u2032\uFF07]/g;
const QUOTATION_MARKS = /[\u201C-\u201F\u2033\uFF02]/g;
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

/**
 * The form in which titles are compared: two titles that look the same are one. NFC, without invisible characters; every kind of
 * apostrophe, quotation mark, dash and white space becomes the plain one. Case counts.
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

/** The films whose title holds the text, whatever the case (section 2). Both are compared by `titleKey`. */
export function searchMovies<Movie extends { readonly title: string }>(
  movies: readonly Movie[],
  text: string,
): Movie[] {
  const sought = foldCase(titleKey(text));
  return movies.filter(({ title }) => foldCase(titleKey(title)).includes(sought));
}

/** The announcement of a search for somebody who does not see the grid change: `3 movies match`. */
export function matchMessage(count: number): string {
  return count === 1 ? '1 movie matches' : `${count} movies match`;
}
