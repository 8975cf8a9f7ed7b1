import * as v from 'valibot';
import {
  hasInvisible,
  hasStackedMarks,
  isVisible,
  MAXIMUM_AGE,
  MAXIMUM_NAME_LENGTH,
  MINIMUM_LENGTH,
  usernameKey,
} from '#domain/credentials.ts';
import type { Rule } from '#domain/rules.ts';
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
    v.optional(v.string('signInUsernameMissing' satisfies Rule), ''),
    v.transform((text) => text.trim()),
    v.check((text) => text !== '', 'signInUsernameMissing' satisfies Rule),
    v.minLength(MINIMUM_LENGTH, 'usernameShort' satisfies Rule),
    v.maxLength(MAXIMUM_NAME_LENGTH, 'usernameLong' satisfies Rule),
  ),
  password: signInPasswordSchema,
});

/** The sign-up form, and the request body of `POST user/signup`. The age is a number or the typed text (section 5). */
export const signUpSchema = v.pipe(
  v.object({
    username: v.pipe(
      v.optional(v.string('usernameMissing' satisfies Rule), ''),
      v.check((text) => text.trim() !== '', 'usernameMissing' satisfies Rule),
      v.minLength(MINIMUM_LENGTH, 'usernameShort' satisfies Rule),
      v.check((text) => usernameKey(text).length >= MINIMUM_LENGTH, 'usernameShort' satisfies Rule),
      v.maxLength(MAXIMUM_NAME_LENGTH, 'usernameLong' satisfies Rule),
      v.check((text) => text === text.trim(), 'usernameSpace' satisfies Rule),
      v.check((text) => !hasInvisible(text), 'usernameInvisible' satisfies Rule),
      v.check((text) => !hasStackedMarks(text), 'nameMarks' satisfies Rule),
    ),
    displayName: v.pipe(
      v.optional(v.string('displayNameMissing' satisfies Rule), ''),
      v.check(isVisible, 'displayNameMissing' satisfies Rule),
      v.minLength(MINIMUM_LENGTH, 'displayNameShort' satisfies Rule),
      v.maxLength(MAXIMUM_NAME_LENGTH, 'displayNameLong' satisfies Rule),
      v.check((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), 'displayNameInvisible' satisfies Rule),
      v.check((text) => !hasStackedMarks(text), 'nameMarks' satisfies Rule),
    ),
    age: v.pipe(
      v.optional(v.union([v.number(), v.string()], 'ageMissing' satisfies Rule), Number.NaN),
      v.transform((age) => (typeof age === 'number' ? age : plainNumber(age))),
      v.number('ageMissing' satisfies Rule),
      v.minValue(0, 'ageNegative' satisfies Rule),
      v.integer('ageNotWhole' satisfies Rule),
      v.maxValue(MAXIMUM_AGE, 'ageLarge' satisfies Rule),
    ),
    password: newPasswordSchema,
    confirmPassword: confirmPasswordSchema,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => isSamePassword(password, confirmPassword),
      'passwordsDiffer' satisfies Rule,
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
      'newPasswordCurrent' satisfies Rule,
    ),
    ['newPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      ({ newPassword, confirmPassword }) => isSamePassword(confirmPassword, newPassword),
      'passwordsDiffer' satisfies Rule,
    ),
    ['confirmPassword'],
  ),
);
