import type { Transaction } from 'kysely';
import type { EndedSessions } from '#contract/user.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, refuseRule } from '../errors.ts';
import { findPasswordHash, replacePasswordHash } from '../store/accounts.ts';
import { closeOtherSessions } from '../store/sessions.ts';
import type { Caller } from './authentication.ts';
import { isCommonPassword } from './passwords.ts';
import { type PasswordDependencies, requirePassword } from './checkPassword.ts';

/** The stored hash that a change of password replaces, and the new one; `stored` when the new password is stored already. */
export type PasswordChange = 'stored' | { readonly from: string | undefined; readonly to: string };

/**
 * Checks the current password and hashes the new one, which must not happen in a transaction because it takes long. A request that is
 * repeated because its response was lost passes as well: the new password is already stored, and the old one is wrong. Throws
 * `wrong_password`, `too_many_attempts`, or `invalid_request` for a common password.
 */
export async function preparePasswordChange(
  dependencies: PasswordDependencies,
  { caller, password, newPassword }: { caller: Caller; password: string; newPassword: string },
): Promise<PasswordChange> {
  if (isCommonPassword(newPassword)) throw refuseRule('newPassword', 'passwordCommon');
  const { db, passwords } = dependencies;
  const { token, address, user } = caller;
  const requester = { kind: 'known', address, account: token } as const;
  const from = await findPasswordHash(db, { userId: user.id });
  try {
    await requirePassword(dependencies, { caller, password });
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'wrong_password';
    if (!isWrong || !(await isCurrentPassword(dependencies, { caller, password: newPassword }))) throw error;
    return 'stored';
  }
  return { from, to: await passwords.hash(requester, newPassword) };
}

/**
 * Whether a password is the caller's own. A repeated change with the key of an earlier one is the same request only if its new password
 * is stored: the key does not cover passwords.
 */
export async function isCurrentPassword(
  { db, passwords }: PasswordDependencies,
  { caller: { user, token, address }, password }: { readonly caller: Caller; readonly password: string },
): Promise<boolean> {
  const stored = await findPasswordHash(db, { userId: user.id });
  const requester = { kind: 'known', address, account: token } as const;
  return passwords.inTurn(requester, (matches) => matches(stored, password));
}

/**
 * Changes the caller's password and ends all their other sessions; returns how many (reliability 60). Throws `wrong_password` when the
 * password has changed since it was checked.
 */
export function changePassword(
  transaction: Transaction<Schema>,
  { caller, change, now }: { readonly caller: Caller; readonly change: PasswordChange; readonly now: number },
): Promise<EndedSessions> {
  const session = { userId: caller.user.id, token: caller.token, now };
  return change === 'stored'
    ? closeOtherSessions(transaction, session)
    : replacePasswordHash(transaction, { ...session, ...change });
}
