import type { FastifyInstance } from 'fastify';
import {
  recordSeatsSchema,
  releaseSeatsSchema,
  type BookedSeatsList,
  type ReleasedSeats,
} from '#contract/bookedSeats.ts';
import { chosenShowtimeSchema } from '#contract/showtime.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { parseInput } from '../http/parseInput.ts';
import { listSoldSeats } from '../store/bookedSeats.ts';
import { findMovie } from '../store/movies.ts';
import { findHeldTicket } from '../store/tickets.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const RELEASED: ReleasedSeats = 'The seats of a cancelled ticket are free again';

/** The seats sold for a showtime, and the second calls that confirm a purchase or a cancellation (section 7). */
export function bookedSeatsRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const { db, authentication } = dependencies;
  const { requireCaller, callerOf } = authentication;

  app.get<{ Params: { title: string } }>('/booked-seats/:title', (request) => {
    const showtime = parseInput(chosenShowtimeSchema, request.query);
    return listBookedSeats(dependencies, { title: request.params.title, showtime });
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

async function listBookedSeats(
  { db, now, offeredStart }: RouteDependencies,
  { title, showtime }: { readonly title: string; readonly showtime: Showtime | undefined },
): Promise<BookedSeatsList> {
  const { id: movieId } = await findMovie(db, { title });
  if (showtime === undefined) return [];
  const startsAt = offeredStart(showtime, now());
  return [{ ...showtime, movieTitle: title, seatNumbers: await listSoldSeats(db, { movieId, startsAt }) }];
}
