import * as v from 'valibot';
import { isSeatNumber } from '#domain/seats.ts';
import { idSchema } from './id.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** All seats sold for one showtime, ascending (section 3). */
const bookedSeatsSchema = v.object({
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  movieTitle: v.string(),
  seatNumbers: v.array(v.number()),
});

/** The answer of `GET booked-seats/{title}`: one entry, or none while no showtime is chosen. */
export const bookedSeatsListSchema = v.pipe(v.array(bookedSeatsSchema), v.maxLength(1));

/** The media type of a feed of server-sent events. */
export const FEED_MEDIA_TYPE = 'text/event-stream';

/** The data of each event of `GET booked-seats/{title}/live`: all seats sold for the showtime, ascending. */
export const soldSeatsSchema = v.object({
  seatNumbers: v.pipe(
    v.array(v.pipe(v.number(), v.check(isSeatNumber))),
    v.check((seats) => seats.every((seat, index) => index === 0 || seat > (seats[index - 1] ?? 0))),
  ),
});

/** The body of `POST booked-seats`: the purchase's second call. */
export const recordSeatsSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieId: idSchema,
  movieTitle: v.string(),
});

export type RecordSeats = v.InferOutput<typeof recordSeatsSchema>;

/** The body of `DELETE booked-seats`: the cancellation's second call. */
export const releaseSeatsSchema = v.object({
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
  movieTitle: v.string(),
});

/** The answer of `DELETE booked-seats`: a message for the person (section 7). */
export const releasedSeatsSchema = v.string();
