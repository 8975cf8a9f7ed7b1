import type { FastifyInstance } from 'fastify';
import { signInSchema, signUpSchema, type SessionUser, type User } from '#contract/user.ts';
import { checkPassword } from '../auth/checkPassword.ts';
import { COMMON_PASSWORD, isCommonPassword } from '../auth/commonPasswords.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { Refusal, refuseField } from '../errors/refusal.ts';
import { signUpLimit } from '../http/limitSignUps.ts';
import { parseInput } from '../http/parseInput.ts';
import { findCredentials, signUp } from '../store/accounts.ts';
import { closeOtherSessions, closeSession, openSession } from '../store/sessions.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Sign-up, sign-in, sign-out here and elsewhere, and the user's own record (section 7). */
export function userRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { db, authentication, passwords, now } = dependencies;
  const { requireCaller, callerOf } = authentication;

  app.post('/user/signup', { config: { rateLimit: signUpLimit } }, async (request, reply) => {
    const { username, displayName, age, password } = parseInput(signUpSchema, request.body);
    if (isCommonPassword(password)) throw refuseField('password', COMMON_PASSWORD);
    const passwordHash = await passwords.hash(password);
    reply.code(201);
    return signUp(db, { username, displayName, age, passwordHash, address: request.ip, now: now() });
  });

  app.post('/user/signin', async (request, reply): Promise<SessionUser> => {
    const { username, password } = parseInput(signInSchema, request.body);
    const found = await findCredentials(db, { username });
    const attempt = { username, address: request.ip };
    const right = await checkPassword(dependencies, { attempt, passwordHash: found?.passwordHash, password });
    if (found === undefined || !right) throw new Refusal('wrong_credentials');
    const { user } = found;
    const token = await inTransaction(db, (transaction) => openSession(transaction, { userId: user.id, now: now() }));
    reply.code(201);
    return { ...user, token };
  });

  app.post('/user/signout', { onRequest: requireCaller }, async (request, reply) => {
    await closeSession(db, { token: callerOf(request).token });
    return reply.code(204).send();
  });

  app.delete('/user/sessions', { onRequest: requireCaller }, (request) => {
    const { user, token } = callerOf(request);
    return closeOtherSessions(db, { userId: user.id, token, now: now() });
  });

  app.get('/user/info', { onRequest: requireCaller }, (request): User => callerOf(request).user);
}
