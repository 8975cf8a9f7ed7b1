/** Normalises a text for case-insensitive comparison: NFKC and case folding, so that `ß` equals `ss` and `ς` equals `σ`. */
export function foldCase(text: string): string {
  // Upper case unifies letters that share a capital, such as σ and ς. Lower case comes first, because upper case keeps ẞ.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** The value of a number field that contains letters. Browsers report an empty text for it, as for an empty field. */
export const NO_NUMBER = 'NaN';

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Parses a number in plain ASCII digits; NaN for any other text, such as "3e1" or " 30". */
export function plainNumber(text: string): number {
  return PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
}

/**
 * Lists items with commas, except before the last one: `12, 13 and 21`.
 * @param separator The text between the last two items, such as ` and `.
 */
export function listItems(items: readonly (number | string)[], separator: string): string {
  const first = items.slice(0, -1).join(', ');
  return [first, ...items.slice(-1)].filter((part) => part !== '').join(separator);
}
