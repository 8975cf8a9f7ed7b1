import type { Kysely } from 'kysely';
import type { BookedSeatsList, RecordSeats } from '#contract/bookedSeats.ts';
import type { Ticket } from '#contract/ticket.ts';
import { sortSeats } from '#domain/seats.ts';
import type { Showtime } from '#domain/showtimes.ts';
import type { Schema } from '../db/schema.ts';
import type { Hall } from '../db/seatChanges.ts';
import { Refusal } from '../errors/refusal.ts';
import { findMovie } from './movies.ts';
import { offeredStart } from './showtimes.ts';
import { TICKET_COLUMNS, ticketOf } from './ticketOf.ts';

interface Question {
  /** The exact title. */
  readonly title: string;
  readonly showtime: Showtime;
  readonly now: number;
  readonly zone: string;
}

/**
 * All seats sold for a showtime, ascending; no entry while none is chosen (section 7, GET booked-seats/{title}).
 * Throws `movie_not_found`, and `invalid_request` for a showtime not on offer.
 */
export async function listBookedSeats(
  db: Kysely<Schema>,
  { title, showtime, now, zone }: Omit<Question, 'showtime'> & { readonly showtime: Showtime | undefined },
): Promise<BookedSeatsList> {
  if (showtime === undefined) {
    await findMovie(db, { title });
    return [];
  }
  const hall = await findHall(db, { title, showtime, now, zone });
  return [{ ...showtime, movieTitle: title, seatNumbers: await listSoldSeats(db, hall) }];
}

/** The hall in which a film is shown at a showtime. Throws `movie_not_found`, and `invalid_request` for a showtime not on offer. */
export async function findHall(db: Kysely<Schema>, { title, showtime, now, zone }: Question): Promise<Hall> {
  const { id: movieId } = await findMovie(db, { title });
  return { movieId, startsAt: offeredStart(showtime, now, zone) };
}

/** The seats sold of a hall, ascending. */
export async function listSoldSeats(db: Kysely<Schema>, { movieId, startsAt }: Hall): Promise<number[]> {
  const rows = await db
    .selectFrom('booked_seats')
    .select('seat_number')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .orderBy('seat_number')
    .execute();
  return rows.map((row) => row.seat_number);
}

/** The user's own ticket of exactly these seats, which confirms the purchase (section 4). Changes nothing; throws `seats_not_held`. */
export async function findHeldTicket(
  db: Kysely<Schema>,
  { userId, record }: { readonly userId: string; readonly record: RecordSeats },
): Promise<Ticket> {
  const rows = await db
    .selectFrom('tickets')
    .select([...TICKET_COLUMNS, 'tickets.movie_id'])
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .where('showtime_date', '=', record.showtimeDate)
    .where('showtime_time', '=', record.showtimeTime)
    .where('seat_numbers', '=', JSON.stringify(sortSeats(record.seatNumbers)))
    .orderBy('starts_at', 'desc')
    .execute();
  const held = rows.find((row) => String(row.movie_id) === record.movieId && row.movie_title === record.movieTitle);
  if (held === undefined) throw new Refusal('seats_not_held');
  return ticketOf(held);
}
