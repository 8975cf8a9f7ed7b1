/** Stands for letters in a number field: browsers give an empty text for those, as if nothing were there. */
export const NO_NUMBER = 'NaN';

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The number that a text writes in plain ASCII digits; NaN for any other text, such as "3e1" or " 30". */
export function plainNumber(text: string): number {
  return PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
}
