import { offeredDates } from '#domain/calendar.ts';
import { moviePath } from '#domain/paths.ts';
import type { Showtime } from '#domain/showtimes.ts';

export const CINEMA_ZONE = 'Asia/Jakarta';

/** The date of a showtime some days from now, such as `05 Mar`, in the time zone of the cinema. */
export function dateIn(days: number, now = Date.now()): string {
  const date = offeredDates(now, CINEMA_ZONE)[days];
  if (date === undefined) throw new Error(`No date is on offer in ${days} days`);
  return date;
}

/** Tomorrow's showtime at 20.35, which is on sale at any hour of the day. */
export function tomorrowEvening(): Showtime {
  return { showtimeDate: dateIn(1), showtimeTime: '20.35' };
}

/**
 * A showtime at which no test holds seats. A seat that another visitor holds adds a line to the legend, which shifts the layout of every
 * page of that showtime.
 */
export function showtimeWithoutHolds(): Showtime {
  return { showtimeDate: dateIn(4), showtimeTime: '11.40' };
}

/** The path of a showtime's seats. */
export function addressOf(title: string, { showtimeDate: date, showtimeTime: time }: Showtime): string {
  return moviePath(title, { date, time });
}
