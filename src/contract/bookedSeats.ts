import * as v from 'valibot';
import { isSeatNumber } from '#domain/seats.ts';
import { idSchema } from './values.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** All sold seats of one showtime, ascending (section 3), and the held ones. */
const bookedSeatsSchema = v.object({
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  movieTitle: v.string(),
  seatNumbers: v.array(v.number()),
  /** Seats that a user holds, ascending; missing if there are none. */
  heldSeatNumbers: v.optional(v.array(v.number())),
});

/** The response of `GET booked-seats/{title}`: one entry, or none when the query names no showtime. */
export const bookedSeatsListSchema = v.pipe(v.array(bookedSeatsSchema), v.maxLength(1));

/** The media type of server-sent events. */
export const FEED_MEDIA_TYPE = 'text/event-stream';

const ascendingSeatsSchema = v.pipe(
  v.array(v.pipe(v.number(), v.check(isSeatNumber))),
  v.check((seats) => seats.every((seat, index) => index === 0 || seat > (seats[index - 1] ?? 0))),
);

/** The data of each event of `GET booked-seats/{title}/live`: all sold and held seats of the showtime, ascending. */
export const seatEventSchema = v.object({
  seatNumbers: ascendingSeatsSchema,
  /** Missing if no seat is held. */
  heldSeatNumbers: v.optional(ascendingSeatsSchema),
});

/** The request body of `POST booked-seats`, the second call of a purchase. */
export const recordSeatsSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieId: idSchema,
  movieTitle: v.string(),
});

export type RecordSeats = v.InferOutput<typeof recordSeatsSchema>;

/** The request body of `DELETE booked-seats`, the second call of a cancellation. */
export const releaseSeatsSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieTitle: v.string(),
});

/** The response of `DELETE booked-seats`: a message for the user (section 7). */
export const releasedSeatsSchema = v.string();
