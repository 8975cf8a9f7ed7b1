import type { EndedSessions } from '#contract/user.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { ApiError, refuseField } from '../errors.ts';
import { findPasswordHash, replacePasswordHash } from '../store/accounts.ts';
import { closeOtherSessions } from '../store/sessions.ts';
import type { Caller } from './authentication.ts';
import { COMMON_PASSWORD, isCommonPassword } from './passwords.ts';
import { type PasswordDependencies, requirePassword } from './checkPassword.ts';

/**
 * Changes the caller's password and ends all their other sessions; returns how many (reliability 60). A request that is
 * repeated because its response was lost succeeds as well: the new password is already stored, and the old one is wrong.
 * Throws `wrong_password`, `too_many_attempts`, or `invalid_request` for a common password.
 */
export async function changePassword(
  dependencies: PasswordDependencies,
  { caller, password, newPassword }: { caller: Caller; password: string; newPassword: string },
): Promise<EndedSessions> {
  if (isCommonPassword(newPassword)) throw refuseField('newPassword', COMMON_PASSWORD);
  const { db, passwords, now } = dependencies;
  const userId = caller.user.id;
  const { token, address } = caller;
  const requester = { kind: 'known', address, account: token } as const;
  const from = await findPasswordHash(db, { userId });
  try {
    await requirePassword(dependencies, { caller, password });
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'wrong_password';
    if (!isWrong || !(await passwords.inTurn(requester, (matches) => matches(from, newPassword)))) throw error;
    return inTransaction(db, (transaction) => closeOtherSessions(transaction, { userId, token, now: now() }));
  }
  const to = await passwords.hash(requester, newPassword);
  return replacePasswordHash(db, { userId, token, from, to, now: now() });
}
