import type { FastifyInstance } from 'fastify';
import { FEED_MEDIA_TYPE } from '#contract/bookedSeats.ts';
import { showtimeSchema } from '#contract/showtime.ts';
import { parseInput } from '../http/parseInput.ts';
import { findMovie } from '../store/movies.ts';
import type { RouteDependencies } from './routeDependencies.ts';

const HANG_UP_MILLISECONDS = 1000;

/** The seats sold for a showtime as they change, for as long as somebody looks (section 7, Live seats). */
export function liveSeatsRoutes(app: FastifyInstance, { db, now, offeredStart, liveSeats }: RouteDependencies): void {
  app.get<{ Params: { title: string } }>('/booked-seats/:title/live', async (request, reply) => {
    const showtime = parseInput(showtimeSchema, request.query);
    const { id: movieId } = await findMovie(db, request.params);
    const startsAt = offeredStart(showtime, now());
    const feed = request.method === 'HEAD' ? undefined : liveSeats.open({ movieId, startsAt }, request.ip);
    // Who does not take the end of a feed must not keep the process from ending.
    feed?.once('end', () => setTimeout(() => reply.raw.destroy(), HANG_UP_MILLISECONDS).unref());
    return reply
      .headers({ 'content-type': FEED_MEDIA_TYPE, 'x-accel-buffering': 'no', connection: 'close' })
      .send(feed);
  });
}
