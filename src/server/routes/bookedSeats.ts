import type { FastifyInstance } from 'fastify';
import { recordSeatsSchema, releaseSeatsSchema, type ReleasedSeats } from '#contract/bookedSeats.ts';
import { chosenShowtimeSchema } from '#contract/showtime.ts';
import { parseInput } from '../http/parseInput.ts';
import { findHeldTicket, listBookedSeats } from '../store/bookedSeats.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const RELEASED: ReleasedSeats = 'The seats of a cancelled ticket are free again';

/** The seats sold for a showtime, and the second calls that confirm a purchase or a cancellation (section 7). */
export function bookedSeatsRoutes(app: FastifyInstance, { db, authentication, now, zone }: RouteDependencies): void {
  const { requireCaller, callerOf } = authentication;

  app.get<{ Params: { title: string } }>('/booked-seats/:title', (request) => {
    const showtime = parseInput(chosenShowtimeSchema, request.query);
    return listBookedSeats(db, { title: request.params.title, showtime, now: now(), zone });
  });

  app.post('/booked-seats', { onRequest: requireCaller }, async (request, reply) => {
    const record = parseInput(recordSeatsSchema, request.body);
    const ticket = await findHeldTicket(db, { userId: callerOf(request).user.id, record });
    reply.code(201);
    return ticket;
  });

  app.delete('/booked-seats', { onRequest: requireCaller }, (request, reply) => {
    parseInput(releaseSeatsSchema, request.body);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(RELEASED));
  });
}
