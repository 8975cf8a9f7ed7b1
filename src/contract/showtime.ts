import * as v from 'valibot';
import { isSeatSelection, MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';
import { isShowtimeTime } from '#domain/showtimes.ts';

const dateMessage = 'Choose one of the dates on offer';
const timeMessage = 'Choose one of the showtimes';
const seatsMessage = `Choose 1 to ${MAXIMUM_SEATS} different seats of 1 to ${SEATS_IN_HALL}`;

/** `05 Mar`: two ASCII digits, a space, the English month. Does not check that the date is on offer; the server does. */
export const showtimeDateSchema = v.pipe(
  v.string(dateMessage),
  v.regex(/^\d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/, dateMessage),
);

/** One of the four showtimes, cinema-local (section 9). */
export const showtimeTimeSchema = v.pipe(v.string(timeMessage), v.check(isShowtimeTime, timeMessage));

/** A query that must name a showtime. */
export const showtimeSchema = v.object({ showtimeDate: showtimeDateSchema, showtimeTime: showtimeTimeSchema });

const notChosenSchema = v.pipe(
  v.picklist(['', 'null', 'undefined']),
  v.transform(() => undefined),
);

/**
 * A query that may name a showtime; undefined when date or time is absent, empty, `null` or `undefined` (section 7). Clients send
 * the last two as text.
 */
export const chosenShowtimeSchema = v.pipe(
  v.object({
    showtimeDate: v.optional(v.union([notChosenSchema, showtimeDateSchema], dateMessage)),
    showtimeTime: v.optional(v.union([notChosenSchema, showtimeTimeSchema], timeMessage)),
  }),
  v.transform(({ showtimeDate, showtimeTime }) =>
    showtimeDate === undefined || showtimeTime === undefined ? undefined : { showtimeDate, showtimeTime },
  ),
);

/** 1 to `MAXIMUM_SEATS` different seats of the hall (sections 5 and 7). */
export const seatNumbersSchema = v.pipe(
  v.array(v.number(seatsMessage), seatsMessage),
  v.check((seatNumbers) => isSeatSelection(seatNumbers), seatsMessage),
);
