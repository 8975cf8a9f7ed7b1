import * as v from 'valibot';
import {
  fieldMessages,
  hasInvisible,
  hasStackedMarks,
  isVisible,
  MAXIMUM_AGE,
  MAXIMUM_NAME_LENGTH,
  MINIMUM_LENGTH,
  usernameKey,
} from '#domain/credentials.ts';
import { plainNumber } from '#domain/text.ts';
import {
  confirmPasswordSchema,
  isSamePassword,
  newPasswordSchema,
  passwordSchema,
  signInPasswordSchema,
} from './password.ts';
import { rupiahSchema } from './values.ts';

/** The signed-in user; balance in rupiah, age in years (section 3). */
export const userSchema = v.object({
  id: v.string(),
  username: v.string(),
  displayName: v.string(),
  age: v.number(),
  balance: rupiahSchema,
});

export type User = v.InferOutput<typeof userSchema>;

/** The response of sign-up and sign-in: the user and the bearer token of the new session. */
export const sessionUserSchema = v.object({ ...userSchema.entries, token: v.string() });

export type SessionUser = v.InferOutput<typeof sessionUserSchema>;

/** The response of `DELETE user/sessions` and `PUT user/password`: how many other sessions the server ended. */
export const endedSessionsSchema = v.object({ ended: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

export type EndedSessions = v.InferOutput<typeof endedSessionsSchema>;

/**
 * The sign-in form, and the request body of `POST user/signin` (section 5). White space around the user name is dropped: no user
 * name begins or ends with it, and phone keyboards add it.
 */
export const signInSchema = v.object({
  username: v.pipe(
    v.optional(v.string(fieldMessages.signInUsernameMissing), ''),
    v.transform((text) => text.trim()),
    v.check((text) => text !== '', fieldMessages.signInUsernameMissing),
    v.minLength(MINIMUM_LENGTH, fieldMessages.usernameShort),
    v.maxLength(MAXIMUM_NAME_LENGTH, fieldMessages.usernameLong),
  ),
  password: signInPasswordSchema,
});

/** The sign-up form, and the request body of `POST user/signup`. The age is a number or the typed text (section 5). */
export const signUpSchema = v.pipe(
  v.object({
    username: v.pipe(
      v.optional(v.string(fieldMessages.usernameMissing), ''),
      v.check((text) => text.trim() !== '', fieldMessages.usernameMissing),
      v.minLength(MINIMUM_LENGTH, fieldMessages.usernameShort),
      v.check((text) => usernameKey(text).length >= MINIMUM_LENGTH, fieldMessages.usernameShort),
      v.maxLength(MAXIMUM_NAME_LENGTH, fieldMessages.usernameLong),
      v.check((text) => text === text.trim(), fieldMessages.usernameSpace),
      v.check((text) => !hasInvisible(text), fieldMessages.usernameInvisible),
      v.check((text) => !hasStackedMarks(text), fieldMessages.nameMarks),
    ),
    displayName: v.pipe(
      v.optional(v.string(fieldMessages.displayNameMissing), ''),
      v.check(isVisible, fieldMessages.displayNameMissing),
      v.minLength(MINIMUM_LENGTH, fieldMessages.displayNameShort),
      v.maxLength(MAXIMUM_NAME_LENGTH, fieldMessages.displayNameLong),
      v.check((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), fieldMessages.displayNameInvisible),
      v.check((text) => !hasStackedMarks(text), fieldMessages.nameMarks),
    ),
    age: v.pipe(
      v.optional(v.union([v.number(), v.string()], fieldMessages.ageMissing), Number.NaN),
      v.transform((age) => (typeof age === 'number' ? age : plainNumber(age))),
      v.number(fieldMessages.ageMissing),
      v.minValue(0, fieldMessages.ageNegative),
      v.integer(fieldMessages.ageNotWhole),
      v.maxValue(MAXIMUM_AGE, fieldMessages.ageLarge),
    ),
    password: newPasswordSchema,
    confirmPassword: confirmPasswordSchema,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => isSamePassword(password, confirmPassword),
      fieldMessages.passwordsDiffer,
    ),
    ['confirmPassword'],
  ),
);

/** The request body of `PUT user/password` (reliability 60). */
export const changePasswordSchema = v.object({ password: passwordSchema, newPassword: newPasswordSchema });

/** The change-password form (reliability 60). */
export const passwordFormSchema = v.pipe(
  v.object({ ...changePasswordSchema.entries, confirmPassword: confirmPasswordSchema }),
  v.forward(
    v.partialCheck(
      [['password'], ['newPassword']],
      ({ password, newPassword }) => !isSamePassword(newPassword, password),
      fieldMessages.newPasswordCurrent,
    ),
    ['newPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      ({ newPassword, confirmPassword }) => isSamePassword(confirmPassword, newPassword),
      fieldMessages.passwordsDiffer,
    ),
    ['confirmPassword'],
  ),
);
