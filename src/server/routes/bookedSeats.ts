import { clientAddress } from '../addresses/clientAddress.ts';
import { seatEventOf } from '../feeds/seatEvent.ts';
import { listTakenSeats } from '../store/takenSeats.ts';
import { findHeldTicket } from '../store/tickets.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/**
 * Handlers for the sold seats of a showtime, once or as a feed (section 7, Live seats), and for the second calls that confirm a
 * purchase or a cancellation.
 */
export function bookedSeatsHandlers({ db, movies, now, offeredStart, seatFeeds }: RouteDependencies) {
  return {
    findBookedSeats: async ({ params, input: showtime }) => {
      const { id: movieId, title: movieTitle } = await movies.find(params);
      if (showtime === undefined) return [];
      const startsAt = offeredStart(showtime, now());
      const taken = await listTakenSeats(db, { movieId, startsAt }, now());
      return [{ ...showtime, movieTitle, ...seatEventOf({ title: movieTitle, startsAt }, taken) }];
    },
    openSeatFeed: async ({ params, input: showtime, request }) => {
      const { id: movieId, title } = await movies.find(params);
      const startsAt = offeredStart(showtime, now());
      return request.method === 'HEAD'
        ? undefined
        : seatFeeds.open({ movieId, title, startsAt }, clientAddress(request));
    },
    recordSeats: ({ caller, input: record }) => findHeldTicket(db, { userId: caller.user.id, record }),
    releaseSeats: () => 'The seats of a cancelled ticket are free again',
  } satisfies Partial<Handlers>;
}
