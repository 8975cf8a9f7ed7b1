import type { FastifyInstance } from 'fastify';
import { signInSchema, signUpSchema, type SessionUser, type User } from '#contract/user.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { parseInput } from '../parseInput.ts';
import { Refusal } from '../refusal.ts';
import { closeSession } from '../store/closeSession.ts';
import { findCredentials } from '../store/findCredentials.ts';
import { openSession } from '../store/openSession.ts';
import { signUp } from '../store/signUp.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Sign-up, sign-in, sign-out and the user's own record (section 7). */
export function userRoutes(app: FastifyInstance, { db, authentication, passwords, now }: RouteDependencies): void {
  const { requireCaller, callerOf } = authentication;

  app.post('/user/signup', async (request, reply) => {
    const { username, displayName, age, password } = parseInput(signUpSchema, request.body);
    const passwordHash = await passwords.hash(password);
    reply.code(201);
    return signUp(db, { username, displayName, age, passwordHash, now: now() });
  });

  app.post('/user/signin', async (request, reply): Promise<SessionUser> => {
    const { username, password } = parseInput(signInSchema, request.body);
    const found = await findCredentials(db, { username });
    const right = await passwords.matches(found?.passwordHash, password);
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

  app.get('/user/info', { onRequest: requireCaller }, (request): User => callerOf(request).user);
}
