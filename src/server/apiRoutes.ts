import type { FastifyInstance } from 'fastify';
import { acceptOnlyJson } from './acceptOnlyJson.ts';
import { describeApi } from './describeApi.ts';
import { limitSignUps } from './limitSignUps.ts';
import { refuseOtherMethods } from './refuseOtherMethods.ts';
import { balanceRoutes } from './routes/balance.ts';
import { bookedSeatsRoutes } from './routes/bookedSeats.ts';
import { docsRoutes } from './routes/docs.ts';
import { liveSeatsRoutes } from './routes/liveSeats.ts';
import { healthRoutes } from './routes/health.ts';
import { movieRoutes } from './routes/movies.ts';
import type { RouteDependencies } from './routes/routeDependencies.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { userRoutes } from './routes/user.ts';

/** Every call of design/api.md. Its answers are personal or fresh, so none is kept by caches unless its route says so. */
export async function apiRoutes(app: FastifyInstance, dependencies: RouteDependencies): Promise<void> {
  acceptOnlyJson(app);
  await limitSignUps(app);
  await describeApi(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const refuseTheRest = refuseOtherMethods(app);
  for (const addRoutes of [
    userRoutes,
    ticketRoutes,
    balanceRoutes,
    transactionRoutes,
    bookedSeatsRoutes,
    liveSeatsRoutes,
    movieRoutes,
    healthRoutes,
    docsRoutes,
  ]) {
    addRoutes(app, dependencies);
  }
  refuseTheRest();
}
