import * as v from 'valibot';
import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_LENGTH, passwordKey } from '#domain/credentials.ts';
import type { Rule } from '#domain/rules.ts';

// Lengths count after normalisation, so that they do not depend on the keyboard. The schemas return the text as it was typed, because
// hashes of older accounts are of such a text.

/**
 * The current password, which confirms a withdrawal, a cancellation or a password change (section 6). It has no minimum length,
 * because it is compared with the account's password.
 */
export const passwordSchema = v.pipe(
  v.optional(v.string('passwordMissing' satisfies Rule), ''),
  v.nonEmpty('passwordMissing' satisfies Rule),
  v.check(isNotTooLong, 'passwordLong' satisfies Rule),
);

/**
 * The password of a sign-in (section 5). Its longest form counts, because the length of older passwords was counted before
 * normalisation.
 */
export const signInPasswordSchema = v.pipe(
  passwordSchema,
  v.check((text) => text.normalize('NFD').length >= MINIMUM_LENGTH, 'passwordShort' satisfies Rule),
);

/** A new password (section 5). */
export const newPasswordSchema = v.pipe(
  v.optional(v.string('passwordMissing' satisfies Rule), ''),
  v.nonEmpty('passwordMissing' satisfies Rule),
  v.check(isLongEnough, 'passwordShort' satisfies Rule),
  v.check(isNotTooLong, 'passwordLong' satisfies Rule),
);

/** The repeated new password. The form's own schema checks that both are equal. */
export const confirmPasswordSchema = v.pipe(
  v.optional(v.string('confirmPasswordMissing' satisfies Rule), ''),
  v.nonEmpty('confirmPasswordMissing' satisfies Rule),
  v.check(isLongEnough, 'confirmPasswordShort' satisfies Rule),
);

/** Whether two passwords are the same after normalisation. */
export function isSamePassword(one: string, other: string): boolean {
  return passwordKey(one) === passwordKey(other);
}

function isLongEnough(password: string): boolean {
  return passwordKey(password).length >= MINIMUM_LENGTH;
}

function isNotTooLong(password: string): boolean {
  return passwordKey(password).length <= MAXIMUM_PASSWORD_LENGTH;
}
