import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Ticket } from '#contract/ticket.ts';
import type { Schema } from '../db/schema.ts';

const seatNumbersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

type TicketRow = Omit<Selectable<Schema['tickets']>, 'user_id' | 'movie_id' | 'cancelled_at'>;

/** The columns that make a ticket. */
export const TICKET_COLUMNS = [
  'tickets.id',
  'tickets.movie_title',
  'tickets.movie_poster',
  'tickets.age_rating',
  'tickets.ticket_price',
  'tickets.showtime_date',
  'tickets.showtime_time',
  'tickets.starts_at',
  'tickets.seat_numbers',
  'tickets.booked_at',
] as const;

/** Seat numbers from the JSON list that a row keeps. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}

/** A ticket as its owner sees it, from its row (section 3). */
export function ticketOf(row: TicketRow): Ticket {
  return {
    id: row.id,
    movieTitle: row.movie_title,
    moviePoster: row.movie_poster,
    movieAgeRating: row.age_rating,
    movieTicketPrice: row.ticket_price,
    showtimeDate: row.showtime_date,
    showtimeTime: row.showtime_time,
    seatNumbers: parseSeatNumbers(row.seat_numbers),
    bookingTime: new Date(row.booked_at).toISOString(),
    startsAt: new Date(row.starts_at).toISOString(),
  };
}
