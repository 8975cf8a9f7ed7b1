import * as v from 'valibot';
import { parseAge, type SignInValues, type SignUpValues } from '#domain/credentials.ts';
import {
  endedSessionsSchema,
  sessionUserSchema,
  userSchema,
  type EndedSessions,
  type SessionUser,
  type User,
} from '#contract/user.ts';
import type { Client } from './client.ts';

/** `POST user/signup`: the new user with a token. Throws `username_taken`, `invalid_request` (section 7). */
export function signUp(client: Client, { age, ...values }: SignUpValues): Promise<SessionUser> {
  const body = { ...values, age: parseAge(age) };
  return client({ method: 'post', path: 'user/signup', answer: sessionUserSchema, body });
}

/** `POST user/signin`: the user with a token. Throws `wrong_credentials` (section 7). */
export function signIn(client: Client, body: SignInValues): Promise<SessionUser> {
  return client({ method: 'post', path: 'user/signin', answer: sessionUserSchema, body });
}

/** `POST user/signout`: revokes the token that is stored now. */
export function signOut(client: Client): Promise<undefined> {
  return client({ method: 'post', path: 'user/signout', answer: v.undefined() });
}

/** `DELETE user/sessions`: ends every session of the user but this one; gives how many. Throws `unauthenticated`. */
export function signOutOthers(client: Client): Promise<EndedSessions> {
  return client({ method: 'delete', path: 'user/sessions', answer: endedSessionsSchema });
}

/** `GET user/info`: the current user with the balance in rupiah. Throws `unauthenticated` (section 7). */
export function userInfo(client: Client): Promise<User> {
  return client({ method: 'get', path: 'user/info', answer: userSchema, loading: true });
}

/** The same, asked in the background: it raises no loading flag. */
export function askUserInfo(client: Client): Promise<User> {
  return client({ method: 'get', path: 'user/info', answer: userSchema });
}
