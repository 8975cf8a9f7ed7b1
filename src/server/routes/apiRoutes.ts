import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callNames } from '#contract/calls.ts';
import { acceptOnlyJson } from '../http/parseInput.ts';
import { describeApi } from '../http/describeApi.ts';
import { limitRequests } from '../http/rateLimits.ts';
import { refuseOtherMethods } from '../http/refuseOtherMethods.ts';
import { addRoute, type Handlers } from './addRoute.ts';
import { bookedSeatsHandlers } from './bookedSeats.ts';
import { calendarHandlers } from './calendar.ts';
import { doorHandlers } from './door.ts';
import { holdHandlers } from './holds.ts';
import { healthHandlers } from './health.ts';
import { movieHandlers } from './movies.ts';
import type { RouteDependencies } from './routeDependencies.ts';
import { ticketHandlers } from './tickets.ts';
import { userHandlers } from './user.ts';
import { walletHandlers } from './wallet.ts';

/** Adds every call of section 7, Calls. Caches must not store the responses, unless the call says otherwise. */
export async function apiRoutes(app: FastifyInstance, dependencies: RouteDependencies): Promise<void> {
  const handlers: Handlers = {
    ...userHandlers(dependencies),
    ...ticketHandlers(dependencies),
    ...walletHandlers(dependencies),
    ...bookedSeatsHandlers(dependencies),
    ...holdHandlers(dependencies),
    ...movieHandlers(dependencies),
    ...calendarHandlers(dependencies),
    ...doorHandlers(dependencies),
    ...healthHandlers(dependencies),
  };
  acceptOnlyJson(app);
  const { authentication, doors, rateLimits } = dependencies;
  const senderOf = (request: FastifyRequest) =>
    doors.findDoorOf(request)?.id ?? authentication.callerOf(request).user.id;
  const limitChanges = await limitRequests(app, senderOf, rateLimits);
  await describeApi(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const refuseTheRest = refuseOtherMethods(app);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    theme: { title: 'The API of Nobar Now' },
    uiConfig: { layout: 'BaseLayout' },
  });
  for (const name of callNames) addRoute(app, { ...dependencies, limitChanges }, name, handlers[name]);
  refuseTheRest();
}
