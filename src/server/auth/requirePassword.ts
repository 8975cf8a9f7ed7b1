import type { User } from '#contract/user.ts';
import { Refusal } from '../errors/refusal.ts';
import { findPasswordHash } from '../store/accounts.ts';
import { checkPassword, type PasswordDependencies } from './checkPassword.ts';

/** Resolves when the password sent again is the user's own; throws `wrong_password` or `too_many_attempts` otherwise (section 6). */
export async function requirePassword(
  dependencies: PasswordDependencies,
  { user, address, password }: { readonly user: User; readonly address: string; readonly password: string },
): Promise<void> {
  const passwordHash = await findPasswordHash(dependencies.db, { userId: user.id });
  const attempt = { username: user.username, address };
  if (!(await checkPassword(dependencies, { attempt, passwordHash, password }))) throw new Refusal('wrong_password');
}
