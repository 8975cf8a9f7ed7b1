import type { FastifyInstance } from 'fastify';
import { topUpSchema, withdrawSchema, type Balance } from '#contract/balance.ts';
import { requirePassword } from '../auth/requirePassword.ts';
import { idempotencyKey } from '../http/idempotencyKey.ts';
import { parseInput } from '../http/parseInput.ts';
import { sendAnswer } from '../http/sendAnswer.ts';
import { answerOnce } from '../store/idempotency.ts';
import { topUp, withdraw } from '../store/ledger.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const PATH = '/user/balance';

/** The user's balance: read, top up, withdraw (section 7). */
export function balanceRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { db, authentication, now } = dependencies;
  const { requireCaller, callerOf } = authentication;

  app.get(PATH, { onRequest: requireCaller }, (request): Balance => ({ balance: callerOf(request).user.balance }));

  app.post(PATH, { onRequest: requireCaller }, async (request, reply) => {
    const { id: userId } = callerOf(request).user;
    const { amount } = parseInput(topUpSchema, request.body);
    const key = idempotencyKey(request);
    const intent = { userId, route: `POST ${PATH}`, key, request: { amount }, now: now() };
    const answer = await answerOnce(db, intent, 200, (transaction) =>
      topUp(transaction, { userId, amount, now: intent.now }),
    );
    return sendAnswer(reply, answer);
  });

  app.put(PATH, { onRequest: requireCaller }, async (request, reply) => {
    const { id: userId } = callerOf(request).user;
    const { amount, password } = parseInput(withdrawSchema, request.body);
    const key = idempotencyKey(request);
    await requirePassword(dependencies, request, password);
    const intent = { userId, route: `PUT ${PATH}`, key, request: { amount }, now: now() };
    const answer = await answerOnce(db, intent, 200, (transaction) =>
      withdraw(transaction, { userId, amount, now: intent.now }),
    );
    return sendAnswer(reply, answer);
  });
}
