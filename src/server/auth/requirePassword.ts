import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors/refusal.ts';
import { findPasswordHash } from '../store/accounts.ts';
import type { Authentication } from './authentication.ts';
import { checkPassword, type PasswordDependencies } from './checkPassword.ts';

/** Resolves when the password sent again is the caller's own; throws `wrong_password` or `too_many_attempts` otherwise (section 6). */
export async function requirePassword(
  dependencies: PasswordDependencies & { readonly authentication: Authentication },
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { id: userId, username } = dependencies.authentication.callerOf(request).user;
  const passwordHash = await findPasswordHash(dependencies.db, { userId });
  const attempt = { username, address: request.ip };
  if (!(await checkPassword(dependencies, { attempt, passwordHash, password }))) throw new Refusal('wrong_password');
}
