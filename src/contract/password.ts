import * as v from 'valibot';
import { fieldMessages, MAXIMUM_PASSWORD_LENGTH, MINIMUM_LENGTH } from '#domain/credentials.ts';

/** The account password sent again to withdraw, cancel or change it: any that could be right (section 6). */
export const passwordSchema = v.pipe(
  v.optional(v.string(fieldMessages.passwordMissing), ''),
  v.nonEmpty(fieldMessages.passwordMissing),
  v.maxLength(MAXIMUM_PASSWORD_LENGTH, fieldMessages.passwordLong),
);

/** A new password, or the one of a sign-in (section 5). */
export const newPasswordSchema = v.pipe(
  v.optional(v.string(fieldMessages.passwordMissing), ''),
  v.nonEmpty(fieldMessages.passwordMissing),
  v.minLength(MINIMUM_LENGTH, fieldMessages.passwordShort),
  v.maxLength(MAXIMUM_PASSWORD_LENGTH, fieldMessages.passwordLong),
);

/** A new password written a second time; whether it is the same is its form's to say. */
export const confirmPasswordSchema = v.pipe(
  v.optional(v.string(fieldMessages.confirmPasswordMissing), ''),
  v.nonEmpty(fieldMessages.confirmPasswordMissing),
  v.minLength(MINIMUM_LENGTH, fieldMessages.confirmPasswordShort),
);
