import type { FastifyRequest } from 'fastify';
import { checkPassword } from './checkPassword.ts';
import { Refusal } from '../errors/refusal.ts';
import type { RouteDependencies } from '../routes/routeDependencies.ts';
import { findPasswordHash } from '../store/findCredentials.ts';

/** Passes when the password sent again is the caller's own; throws `wrong_password` or `too_many_attempts` otherwise (section 6). */
export async function requirePassword(
  dependencies: RouteDependencies,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { id: userId, username } = dependencies.authentication.callerOf(request).user;
  const passwordHash = await findPasswordHash(dependencies.db, { userId });
  const guess = { username, address: request.ip };
  if (!(await checkPassword(dependencies, { guess, passwordHash, password }))) throw new Refusal('wrong_password');
}
