import * as v from 'valibot';
import { rupiahSchema } from './balance.ts';
import { passwordSchema } from './password.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** A ticket as its owner sees it: price and rating at purchase, times as ISO instants (section 3). */
export const ticketSchema = v.object({
  id: v.string(),
  movieTitle: v.string(),
  moviePoster: v.string(),
  movieAgeRating: v.number(),
  movieTicketPrice: rupiahSchema,
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  seatNumbers: v.array(v.number()),
  bookingTime: v.pipe(v.string(), v.isoTimestamp()),
  startsAt: v.pipe(v.string(), v.isoTimestamp()),
});

export type Ticket = v.InferOutput<typeof ticketSchema>;

/** What `GET user/tickets` answers, newest first. */
export const ticketsSchema = v.array(ticketSchema);

/** The body of `POST user/tickets` (section 3, Booking payload). Price, rating and title are checked against the film, never trusted. */
export const bookingSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieAgeRating: v.number(),
  movieTicketPrice: v.number(),
  movieTitle: v.string(),
  moviePoster: v.string(),
});

export type Booking = v.InferOutput<typeof bookingSchema>;

/** The body of `DELETE user/tickets` (section 3, Cancel payload). */
export const cancellationSchema = v.object({
  ticketId: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(String),
    v.check((id) => id !== '', 'Which ticket is to be cancelled?'),
  ),
  password: passwordSchema,
});

export type Cancellation = v.InferOutput<typeof cancellationSchema>;

/** What a call answers that only has something to say. */
export const messageSchema = v.object({ message: v.string() });
