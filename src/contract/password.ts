import * as v from 'valibot';
import { fieldMessages, MAXIMUM_PASSWORD_LENGTH, MINIMUM_LENGTH } from '#domain/credentials.ts';

/**
 * The current password, which confirms a withdrawal, a cancellation or a password change (section 6). It has no minimum length,
 * because it is compared with the account's password.
 */
export const passwordSchema = v.pipe(
  v.optional(v.string(fieldMessages.passwordMissing), ''),
  v.nonEmpty(fieldMessages.passwordMissing),
  v.maxLength(MAXIMUM_PASSWORD_LENGTH, fieldMessages.passwordLong),
);

/** A new password, or the password of a sign-in (section 5). */
export const newPasswordSchema = v.pipe(
  v.optional(v.string(fieldMessages.passwordMissing), ''),
  v.nonEmpty(fieldMessages.passwordMissing),
  v.minLength(MINIMUM_LENGTH, fieldMessages.passwordShort),
  v.maxLength(MAXIMUM_PASSWORD_LENGTH, fieldMessages.passwordLong),
);

/** The repeated new password. The form's own schema checks that both are equal. */
export const confirmPasswordSchema = v.pipe(
  v.optional(v.string(fieldMessages.confirmPasswordMissing), ''),
  v.nonEmpty(fieldMessages.confirmPasswordMissing),
  v.minLength(MINIMUM_LENGTH, fieldMessages.confirmPasswordShort),
);
