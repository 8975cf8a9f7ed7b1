import { foldCase } from './text.ts';

/** Minimum length of username, display name and password (section 9). */
export const MINIMUM_LENGTH = 8;
export const MAXIMUM_NAME_LENGTH = 80;
export const MAXIMUM_PASSWORD_LENGTH = 128;
export const MAXIMUM_AGE = 150;

/** Control and format characters, fillers, variation selectors, and the blank Braille pattern. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** More than four combining marks on a letter. Burmese uses four (လှို့), Hebrew and Arabic three; more cover neighbouring lines. */
const STACKED_MARKS = /(?:[\p{Mn}\p{Me}]\p{Cf}*){5}/u;

const SPACES = /\p{Zs}/gu;

export type SignInValues = Readonly<Record<'username' | 'password', string>>;

/** The values of the sign-up form; the age is the typed text. */
export type SignUpValues = Readonly<
  Record<'username' | 'displayName' | 'age' | 'password' | 'confirmPassword', string>
>;

/** The initial values of the sign-up form: age 0, the rest empty (section 3). */
export const emptySignUp: SignUpValues = { username: '', displayName: '', age: '0', password: '', confirmPassword: '' };

/** Normalises a username for comparison: two usernames with the same key are the same (reliability 18). */
export function usernameKey(username: string): string {
  return foldCase(username);
}

/**
 * Normalises a password for comparison, as RFC 8265 does (OpaqueString): NFC, and every kind of space becomes the ASCII one. Keyboards
 * of different systems send the same letter as one or two code points. NFKC would also make different characters equal.
 */
export function passwordKey(password: string): string {
  return password.replace(SPACES, ' ').normalize('NFC');
}

/** Whether a text contains an invisible character (reliability 18). */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Whether a letter of a text has more than four combining marks, which would cover neighbouring lines. */
export function hasStackedMarks(text: string): boolean {
  return STACKED_MARKS.test(text);
}

/** Whether a text contains at least one visible character. */
export function isVisible(text: string): boolean {
  return Array.from(text).some((character) => !INVISIBLE.test(character) && character.trim() !== '');
}
