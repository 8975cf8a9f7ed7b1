import * as v from 'valibot';
import { isSeatNumber } from '#domain/seats.ts';
import { idSchema, instantSchema } from './values.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

const ascendingSeatsSchema = v.pipe(
  v.array(v.pipe(v.number(), v.check(isSeatNumber))),
  v.check((seats) => seats.every((seat, index) => index === 0 || seat > (seats[index - 1] ?? 0))),
);

/** A running hold, as everybody may see it: it names neither the user nor the code. */
const reportedHoldSchema = v.object({
  /** The mark of its user (`markedText`). */
  by: v.string(),
  /** The first characters of its id. */
  id: v.string(),
  /** The seats that it still holds. */
  seatNumbers: ascendingSeatsSchema,
  /** An ISO instant. */
  expiresAt: instantSchema,
  /** The mark of its code, if its seats are shared. */
  share: v.optional(v.string()),
  /** Shared seats that are paid for; missing if there are none. */
  paidSeatNumbers: v.optional(ascendingSeatsSchema),
});

/** The data of each event of `GET booked-seats/{title}/live`: all sold seats of the showtime, ascending, and the running holds. */
export const seatEventSchema = v.object({
  seatNumbers: ascendingSeatsSchema,
  /** Missing if no seat is held or shared. */
  holds: v.optional(v.array(reportedHoldSchema)),
});

export type SeatEvent = v.InferOutput<typeof seatEventSchema>;

/** All sold seats of one showtime (section 3), and the running holds. */
const bookedSeatsSchema = v.object({
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  movieTitle: v.string(),
  ...seatEventSchema.entries,
});

/** The response of `GET booked-seats/{title}`: one entry, or none when the query names no showtime. */
export const bookedSeatsListSchema = v.pipe(v.array(bookedSeatsSchema), v.maxLength(1));

/** The media type of server-sent events. */
export const FEED_MEDIA_TYPE = 'text/event-stream';

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
