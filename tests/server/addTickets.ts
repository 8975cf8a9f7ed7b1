import { randomUUID } from 'node:crypto';
import { newTicketId } from '../../src/server/store/tickets.ts';
import { theKid } from './catalogueMovies.ts';
import type { Cinema } from './openCinema.ts';
import type { Person } from './people.ts';

const DAY = 86_400_000;
const ROWS_AT_ONCE = 500;

/**
 * Inserts `count` live tickets of a user, without purchases, and as many cancelled ones. Returns the ids of the live tickets,
 * newest first.
 */
export async function addTickets({ db, clock }: Cinema, { id: userId }: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newTicketId);
  const ticket = {
    user_id: userId,
    movie_id: theKid.id,
    movie_title: theKid.title,
    movie_poster: theKid.poster_url,
    age_rating: theKid.age_rating,
    ticket_price: theKid.ticket_price,
    showtime_date: '05 Mar',
    showtime_time: '20.35',
    starts_at: clock.now + DAY,
    seat_numbers: '[1]',
    booked_at: clock.now,
  };
  const tickets = ids.flatMap((id) => [
    { ...ticket, id, cancelled_at: null },
    { ...ticket, id: randomUUID(), cancelled_at: clock.now },
  ]);
  for (let from = 0; from < tickets.length; from += ROWS_AT_ONCE) {
    const rows = tickets.slice(from, from + ROWS_AT_ONCE);
    await db.insertInto('tickets').values(rows).execute();
  }
  return ids.toReversed();
}
