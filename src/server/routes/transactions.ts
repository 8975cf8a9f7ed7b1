import type { FastifyInstance } from 'fastify';
import { transactionQuerySchema } from '#contract/transaction.ts';
import { parseInput } from '../http/parseInput.ts';
import { listTransactions } from '../store/ledger.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** The user's ledger, a page at a time (ours). */
export function transactionRoutes(app: FastifyInstance, { db, authentication }: RouteDependencies): void {
  const { requireCaller, callerOf } = authentication;

  app.get('/user/transactions', { onRequest: requireCaller }, (request) => {
    const page = parseInput(transactionQuerySchema, request.query);
    return listTransactions(db, { ...page, userId: callerOf(request).user.id });
  });
}
