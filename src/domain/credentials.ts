import { plainNumber } from './typedNumber.ts';

/** Minimum length of username, display name and password (section 9). */
const MINIMUM_LENGTH = 8;
const MAXIMUM_NAME_LENGTH = 80;
const MAXIMUM_PASSWORD_LENGTH = 128;
const MAXIMUM_AGE = 150;

/** Control and format characters, fillers, selectors of glyphs, and the Braille pattern without a dot. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A rule on one value and the sentence that says it is broken. */
export type Rule<Value> = readonly [holds: (value: Value) => boolean, sentence: string];

export interface SignInValues {
  readonly username: string;
  readonly password: string;
}

/** What the sign-up form holds; the age as typed. */
export interface SignUpValues extends SignInValues {
  readonly displayName: string;
  readonly age: string;
  readonly confirmPassword: string;
}

export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** What the sign-up form starts with: age 0, the rest empty (section 3). */
export const emptySignUp: SignUpValues = { username: '', displayName: '', age: '0', password: '', confirmPassword: '' };

/** What the sign-in form starts with. */
export const emptySignIn: SignInValues = { username: '', password: '' };

const usernameSentence = `Minimum ${MINIMUM_LENGTH} characters for user name`;

const passwordFilled: Rule<string> = [isFilled, 'Password is required!'];
const passwordNotTooLong: Rule<string> = [
  (text) => text.length <= MAXIMUM_PASSWORD_LENGTH,
  `Maximum ${MAXIMUM_PASSWORD_LENGTH} characters for password`,
];

const passwordRules: readonly Rule<string>[] = [
  passwordFilled,
  [isLongEnough, `Minimum ${MINIMUM_LENGTH} characters for password`],
  passwordNotTooLong,
];

/** The rules of the account password asked again to withdraw or cancel: any that could be right (section 6). */
export const passwordAgainRules: readonly Rule<string>[] = [passwordFilled, passwordNotTooLong];

/** The rules of the sign-in fields (section 5). */
export const signInRules: { readonly [Name in keyof SignInValues]: readonly Rule<string>[] } = {
  username: [
    [isNotBlank, 'User name is required!'],
    [isLongEnough, usernameSentence],
    [isShortName, `Maximum ${MAXIMUM_NAME_LENGTH} characters for user name`],
  ],
  password: passwordRules,
};

/** The rules of the sign-up fields but age (section 5). */
export const signUpRules: { readonly [Name in Exclude<keyof SignUpValues, 'age'>]: readonly Rule<string>[] } = {
  username: [
    [isNotBlank, 'Username is required!'],
    [isLongEnough, usernameSentence],
    [(text) => usernameKey(text).length >= MINIMUM_LENGTH, usernameSentence],
    [isShortName, `Maximum ${MAXIMUM_NAME_LENGTH} characters for user name`],
    [(text) => text === text.trim(), 'User name must not begin or end with a space'],
    [(text) => !INVISIBLE.test(text), 'User name must not contain invisible characters'],
  ],
  displayName: [
    [isVisible, 'Display name is required!'],
    [isLongEnough, `Minimum ${MINIMUM_LENGTH} characters for display name`],
    [isShortName, `Maximum ${MAXIMUM_NAME_LENGTH} characters for display name`],
    [
      (text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text),
      'Display name must not contain invisible characters',
    ],
  ],
  password: passwordRules,
  confirmPassword: [
    [isFilled, 'Confirm password is required!'],
    [isLongEnough, `Minimum ${MINIMUM_LENGTH} characters for confirm password`],
  ],
};

/** The rules of an age in years (section 5). */
export const ageRules: readonly Rule<number>[] = [
  [(age) => !Number.isNaN(age), 'Age is required!'],
  [(age) => age >= 0, 'Minimum 0 for age'],
  [(age) => Number.isInteger(age), 'Age must be a whole number'],
  [(age) => age <= MAXIMUM_AGE, `Maximum ${MAXIMUM_AGE} for age`],
];

/** The sentence for two passwords that differ (section 5). */
export const PASSWORDS_DIFFER = 'Confirm password does not match with your password';

/** The sentence of the first rule that a value breaks; undefined when all hold. */
export function brokenRule<Value>(rules: readonly Rule<Value>[], value: Value): string | undefined {
  return rules.find(([holds]) => !holds(value))?.[1];
}

/** The sentence for an account password that cannot be right; undefined when it may be (section 5, Cancel and Withdraw). */
export function passwordAgainProblem(password: string): string | undefined {
  return brokenRule(passwordAgainRules, password);
}

/** The age in years that a person typed; NaN when the field is empty or holds anything but plain digits. */
export function parseAge(text: string): number {
  return plainNumber(text);
}

/** The sentence for each sign-in field that is refused; an empty object when all are good (section 5). */
export function signInErrors(values: SignInValues): FieldErrors<SignInValues> {
  return onlyBroken({
    username: brokenRule(signInRules.username, values.username),
    password: brokenRule(signInRules.password, values.password),
  });
}

/** The sentence for each sign-up field that is refused; an empty object when all are good (section 5). */
export function signUpErrors(values: SignUpValues): FieldErrors<SignUpValues> {
  return onlyBroken({
    username: brokenRule(signUpRules.username, values.username),
    displayName: brokenRule(signUpRules.displayName, values.displayName),
    age: brokenRule(ageRules, parseAge(values.age)),
    password: brokenRule(signUpRules.password, values.password),
    confirmPassword:
      brokenRule(signUpRules.confirmPassword, values.confirmPassword) ??
      (values.password === values.confirmPassword ? undefined : PASSWORDS_DIFFER),
  });
}

/** The form in which usernames are compared: NFKC, then without case, so that `ß` is `ss` and `ς` is `σ` (reliability 18). */
export function usernameKey(username: string): string {
  // By way of the capitals, since some letters share one; the capital ß is its own, so it is made small first.
  return username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** The sentences that there are, by field. */
export function onlyBroken<Values>(errors: { [Name in keyof Values]: string | undefined }): FieldErrors<Values>;
export function onlyBroken(errors: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(errors).filter(([, sentence]) => sentence !== undefined));
}

function isFilled(text: string): boolean {
  return text.length > 0;
}

function isVisible(text: string): boolean {
  return Array.from(text).some((character) => !INVISIBLE.test(character) && character.trim() !== '');
}

function isNotBlank(text: string): boolean {
  return text.trim().length > 0;
}

function isLongEnough(text: string): boolean {
  return text.length >= MINIMUM_LENGTH;
}

function isShortName(text: string): boolean {
  return text.length <= MAXIMUM_NAME_LENGTH;
}

/** The rules of a new password: those of sign-up (section 5). */
export const newPasswordRules: readonly Rule<string>[] = signUpRules.password;
