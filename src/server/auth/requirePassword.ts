import { ApiError } from '../errors/apiError.ts';
import { findPasswordHash } from '../store/accounts.ts';
import type { Caller } from './authentication.ts';
import { checkPassword, type PasswordDependencies } from './checkPassword.ts';

/**
 * Checks the password of a signed-in user again, before a withdrawal or a change of password (section 6). Throws
 * `wrong_password`, or `too_many_attempts` after too many wrong passwords in this session (reliability 46).
 */
export async function requirePassword(
  dependencies: PasswordDependencies,
  { caller: { user, token, address }, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  const passwordHash = await findPasswordHash(dependencies.db, { userId: user.id });
  const attempt = { at: 'session', token, address } as const;
  if (!(await checkPassword(dependencies, { attempt, passwordHash, password }))) throw new ApiError('wrong_password');
}
