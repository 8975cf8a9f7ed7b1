import * as v from 'valibot';
import type { Rule } from '#domain/rules.ts';
import { idSchema } from './values.ts';
import { passwordSchema } from './password.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** The request body of `POST user/tickets` (section 3, Booking payload). The server compares price, rating and title with the film. */
export const bookingSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieAgeRating: v.number(),
  movieTicketPrice: v.number(),
  movieTitle: v.string(),
  moviePoster: v.string(),
  /** The code of a shared hold, whose seats may be bought with it. An unknown or expired code is ignored. */
  shareCode: v.optional(v.string()),
});

export type Booking = v.InferOutput<typeof bookingSchema>;

/** The request body of `DELETE user/tickets` (section 3, Cancel payload). */
export const cancellationSchema = v.object({
  ticketId: v.pipe(
    idSchema,
    v.check((id) => id !== '', 'ticketIdMissing' satisfies Rule),
  ),
  password: passwordSchema,
});
