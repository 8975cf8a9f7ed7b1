import * as v from 'valibot';
import {
  ageRules,
  parseAge,
  passwordAgainRules,
  PASSWORDS_DIFFER,
  signInRules,
  signUpRules,
  newPasswordRules,
} from '#domain/credentials.ts';
import { rupiahSchema } from './rupiah.ts';
import { checkRules, ruledText } from './text.ts';

/** The person signed in; balance in rupiah, age in years (section 3). */
export const userSchema = v.object({
  id: v.string(),
  username: v.string(),
  displayName: v.string(),
  age: v.number(),
  balance: rupiahSchema,
});

export type User = v.InferOutput<typeof userSchema>;

/** What sign-up and sign-in answer: the user and the bearer token of the new session. */
export const sessionUserSchema = v.object({ ...userSchema.entries, token: v.string() });

export type SessionUser = v.InferOutput<typeof sessionUserSchema>;

/** What `DELETE user/sessions` and `PUT user/password` answer: how many other sessions ended. */
export const endedSessionsSchema = v.object({ ended: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

export type EndedSessions = v.InferOutput<typeof endedSessionsSchema>;

/** The body of `POST user/signin` (section 5). */
export const signInSchema = v.object({
  username: ruledText(signInRules.username),
  password: ruledText(signInRules.password),
});

/** The body of `POST user/signup`; the age may come as it was typed (section 5). */
export const signUpSchema = v.pipe(
  v.object({
    username: ruledText(signUpRules.username),
    displayName: ruledText(signUpRules.displayName),
    age: v.pipe(
      v.optional(v.union([v.number(), v.string()], 'Age is required!'), Number.NaN),
      v.transform((age) => (typeof age === 'number' ? age : parseAge(age))),
      checkRules(ageRules),
    ),
    password: ruledText(signUpRules.password),
    confirmPassword: ruledText(signUpRules.confirmPassword),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      PASSWORDS_DIFFER,
    ),
    ['confirmPassword'],
  ),
);

/** The body of `PUT user/password` (reliability 60). */
export const changePasswordSchema = v.object({
  password: ruledText(passwordAgainRules),
  newPassword: ruledText(newPasswordRules),
});
