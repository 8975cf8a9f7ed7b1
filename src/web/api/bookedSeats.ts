import { releasedSeatsSchema, seatsOfShowtimeSchema } from '#contract/bookedSeats.ts';
import { ticketSchema, type Ticket } from '#contract/ticket.ts';
import type { Showtime } from '#domain/showtimes.ts';
import type { Client } from './client.ts';

/** `GET booked-seats/{title}`: the seats sold of one showtime, ascending. Throws `movie_not_found`, `invalid_request` (section 7). */
export async function findBookedSeats(client: Client, title: string, showtime: Showtime): Promise<number[]> {
  const [entry] = await client({
    method: 'get',
    path: `booked-seats/${encodeURIComponent(title)}`,
    query: { showtimeDate: showtime.showtimeDate, showtimeTime: showtime.showtimeTime },
    answer: seatsOfShowtimeSchema,
  });
  return entry.seatNumbers;
}

/** `POST booked-seats`: the purchase's second call, a confirmation that can be repeated. Throws `seats_not_held` (section 7). */
export function recordSeats(client: Client, ticket: Ticket, movieId: number): Promise<Ticket> {
  const { showtimeDate, showtimeTime, seatNumbers, movieTitle } = ticket;
  const body = { showtimeDate, showtimeTime, seatNumbers, movieId, movieTitle };
  return client({ method: 'post', path: 'booked-seats', answer: ticketSchema, body });
}

/** `DELETE booked-seats`: the cancellation's second call, a confirmation that can be repeated (section 7). */
export async function releaseSeats(client: Client, ticket: Ticket): Promise<void> {
  const { showtimeDate, showtimeTime, seatNumbers, movieTitle } = ticket;
  const body = { showtimeDate, showtimeTime, seatNumbers, movieTitle };
  await client({ method: 'delete', path: 'booked-seats', answer: releasedSeatsSchema, body });
}
