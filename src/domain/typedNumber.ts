/** What a number field is said to hold while it holds letters: browsers give an empty text for those, as if nothing were there. */
export const NO_NUMBER = 'NaN';
