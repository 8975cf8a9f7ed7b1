import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Movie } from '#contract/movie.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { isOldEnough, tooYoungSentence } from '#domain/age.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { sortSeats, takenSentence } from '#domain/seats.ts';
import { isOnSale } from '#domain/showtimes.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../errors/refusal.ts';
import { announced } from './announced.ts';
import { findMovie } from './movies.ts';
import { moveMoney } from './ledger.ts';
import { offeredStart } from './showtimes.ts';
import { ticketOf } from './ticketOf.ts';

interface Purchase {
  readonly userId: string;
  /** The buyer's age in years. */
  readonly age: number;
  readonly booking: Booking;
  readonly now: number;
  readonly zone: string;
}

/**
 * Sells a set of seats whole, at the film's own price in rupiah, or throws and sells nothing (sections 4 and 5).
 * Throws, in this order: `movie_not_found`, `movie_changed`, `too_young`, `invalid_request` for a showtime not on offer,
 * `showtime_closed`, `seat_taken`, `not_enough_balance`.
 */
export async function purchaseTicket(transaction: Transaction<Schema>, purchase: Purchase): Promise<Ticket> {
  const { userId, age, booking, now, zone } = purchase;
  const movie = await findMovie(transaction, { title: booking.movieTitle });
  assertUnchanged(movie, booking);
  assertOldEnough(age, movie);
  const startsAt = offeredStart(booking, now, zone);
  if (!isOnSale(startsAt, now)) throw new Refusal('showtime_closed');

  const seatNumbers = sortSeats(booking.seatNumbers);
  const row = {
    id: randomUUIDv7(),
    user_id: userId,
    movie_id: movie.id,
    movie_title: movie.title,
    movie_poster: movie.poster_url,
    age_rating: movie.age_rating,
    ticket_price: movie.ticket_price,
    showtime_date: booking.showtimeDate,
    showtime_time: booking.showtimeTime,
    starts_at: startsAt,
    seat_numbers: JSON.stringify(seatNumbers),
    booked_at: now,
    cancelled_at: null,
  };
  await transaction.insertInto('tickets').values(row).execute();
  await takeSeats(transaction, { movieId: movie.id, startsAt, seatNumbers, ticketId: row.id });
  const amount = -purchaseTotal(movie.ticket_price, seatNumbers.length);
  await moveMoney(transaction, { userId, kind: 'purchase', amount, ticketId: row.id, now });
  return ticketOf(row);
}

async function takeSeats(
  transaction: Transaction<Schema>,
  {
    movieId,
    startsAt,
    seatNumbers,
    ticketId,
  }: { movieId: number; startsAt: number; seatNumbers: readonly number[]; ticketId: string },
): Promise<void> {
  const rows = await transaction
    .insertInto('booked_seats')
    .values(
      seatNumbers.map((seat) => ({ movie_id: movieId, starts_at: startsAt, seat_number: seat, ticket_id: ticketId })),
    )
    .onConflict((conflict) => conflict.columns(['movie_id', 'starts_at', 'seat_number']).doNothing())
    .returning(['seat_number', announced])
    .execute();
  const got = new Set(rows.map((row) => row.seat_number));
  const taken = seatNumbers.filter((seat) => !got.has(seat));
  if (taken.length === 0) return;
  throw new Refusal('seat_taken', { message: takenSentence(taken), details: { seatNumbers: taken } });
}

function assertUnchanged(movie: Movie, booking: Booking): void {
  if (movie.ticket_price === booking.movieTicketPrice && movie.age_rating === booking.movieAgeRating) return;
  throw new Refusal('movie_changed', {
    details: { ticketPrice: movie.ticket_price, ageRating: movie.age_rating },
  });
}

function assertOldEnough(age: number, movie: Movie): void {
  if (isOldEnough(age, movie.age_rating)) return;
  throw new Refusal('too_young', { message: tooYoungSentence(age), details: { age, ageRating: movie.age_rating } });
}
