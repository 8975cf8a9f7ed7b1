import type { FastifyInstance } from 'fastify';
import { acceptOnlyJson } from '../http/acceptOnlyJson.ts';
import { describeApi } from '../http/describeApi.ts';
import { limitSignUps } from '../http/limitSignUps.ts';
import { refuseOtherMethods } from '../http/refuseOtherMethods.ts';
import { balanceRoutes } from './balance.ts';
import { bookedSeatsRoutes } from './bookedSeats.ts';
import { docsRoutes } from './docs.ts';
import { healthRoutes } from './health.ts';
import { liveSeatsRoutes } from './liveSeats.ts';
import { movieRoutes } from './movies.ts';
import type { RouteDependencies } from './routeDependencies.ts';
import { ticketRoutes } from './tickets.ts';
import { transactionRoutes } from './transactions.ts';
import { userRoutes } from './user.ts';

/** Every call of section 7, Calls. Its answers are personal or fresh, so none is kept by caches unless its route says so. */
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
