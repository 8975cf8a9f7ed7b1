import * as v from 'valibot';
import type { Rule } from '#domain/rules.ts';
import { isSeatSelection } from '#domain/seats.ts';
import { isShowtimeTime } from '#domain/showtimes.ts';

const dateRule = 'dateNotOffered' satisfies Rule;
const timeRule = 'timeNotOffered' satisfies Rule;
const seatsRule = 'seatsInvalid' satisfies Rule;

/** `05 Mar`: two ASCII digits, a space, the English month. Does not check that the date is on offer; the server does. */
export const showtimeDateSchema = v.pipe(
  v.string(dateRule),
  v.regex(/^\d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/, dateRule),
);

/** One of the four showtimes, cinema-local (section 9). */
export const showtimeTimeSchema = v.pipe(v.string(timeRule), v.check(isShowtimeTime, timeRule));

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
    showtimeDate: v.optional(v.union([notChosenSchema, showtimeDateSchema], dateRule)),
    showtimeTime: v.optional(v.union([notChosenSchema, showtimeTimeSchema], timeRule)),
  }),
  v.transform(({ showtimeDate, showtimeTime }) =>
    showtimeDate === undefined || showtimeTime === undefined ? undefined : { showtimeDate, showtimeTime },
  ),
);

/** 1 to `MAXIMUM_SEATS` different seats of the hall (sections 5 and 7). */
export const seatNumbersSchema = v.pipe(
  v.array(v.number(seatsRule), seatsRule),
  v.check((seatNumbers) => isSeatSelection(seatNumbers), seatsRule),
);
