import * as v from 'valibot';
import { isSeatSelection, MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';
import { isShowtimeTime } from '#domain/showtimes.ts';

const seatsSentence = `Choose 1 to ${MAXIMUM_SEATS} different seats of 1 to ${SEATS_IN_HALL}`;

/** `05 Mar`: two ASCII digits, a space, the English month. Whether it is on offer only the server's clock knows. */
export const showtimeDateSchema = v.pipe(
  v.string('Choose one of the dates on offer'),
  v.regex(/^\d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/, 'Choose one of the dates on offer'),
);

/** One of the four showtimes, cinema-local (section 9). */
export const showtimeTimeSchema = v.pipe(
  v.string('Choose one of the showtimes'),
  v.check(isShowtimeTime, 'Choose one of the showtimes'),
);

/** The query that names a showtime. */
export const showtimeSchema = v.object({ showtimeDate: showtimeDateSchema, showtimeTime: showtimeTimeSchema });

/** 1 to 6 different seats of the hall (section 5). */
export const seatNumbersSchema = v.pipe(
  v.array(v.number(seatsSentence), seatsSentence),
  v.check((seatNumbers) => isSeatSelection(seatNumbers), seatsSentence),
);
