import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { sessionUserSchema } from '#contract/user.ts';
import { callApi } from './callApi.ts';

/** The data of an account. */
export interface Person {
  readonly username: string;
  readonly displayName: string;
  readonly password: string;
  readonly age: number;
}

/** A signed-in user. */
export interface Member extends Person {
  readonly token: string;
}

/** The data of a user who has no account yet. */
export function stranger({ age = 30 }: { readonly age?: number } = {}): Person {
  return {
    username: `penonton-${randomUUID()}`,
    displayName: 'Siti Rahayu',
    password: 'rahasia-sekali',
    age,
  };
}

/** Signs up a user and tops up the balance, in rupiah, through the API. */
export async function signUpMember(
  url: string,
  {
    age = 30,
    balance = 0,
    ...named
  }: { readonly age?: number; readonly balance?: number; readonly displayName?: string } = {},
): Promise<Member> {
  const person = { ...stranger({ age }), ...named };
  const answer = await callApi(url, 'POST', 'user/signup', { body: { ...person, confirmPassword: person.password } });
  const { token } = v.parse(sessionUserSchema, answer);
  if (balance > 0) await callApi(url, 'POST', 'user/balance', { token, body: { amount: balance } });
  return { ...person, token };
}
