import { ApiError } from '../errors/apiError.ts';
import { findPasswordHash } from '../store/accounts.ts';
import type { Caller } from './authentication.ts';
import { checkPassword, type PasswordDependencies } from './checkPassword.ts';

/**
 * Resolves when the password sent again is the caller's own; throws `wrong_password` or `too_many_attempts` otherwise
 * (section 6). Attempts are counted by session (reliability 46).
 */
export async function requirePassword(
  dependencies: PasswordDependencies,
  { caller: { user, token, address }, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  const passwordHash = await findPasswordHash(dependencies.db, { userId: user.id });
  const attempt = { at: 'session', token, address } as const;
  if (!(await checkPassword(dependencies, { attempt, passwordHash, password }))) throw new ApiError('wrong_password');
}
