import { offeredDates } from '#domain/calendar.ts';
import { moviePath } from '#domain/paths.ts';
import type { Showtime } from '#domain/showtimes.ts';

export const CINEMA_ZONE = 'Asia/Jakarta';

/** The date of a showtime some days from now, such as `05 Mar`, where the cinema stands. */
export function dateIn(days: number, now = Date.now()): string {
  const date = offeredDates(now, CINEMA_ZONE)[days];
  if (date === undefined) throw new Error(`The cinema offers no date in ${days} days`);
  return date;
}

/** Tomorrow's showtime at 20.35, which is on sale at any hour of the day. */
export function tomorrowEvening(): Showtime {
  return { showtimeDate: dateIn(1), showtimeTime: '20.35' };
}

/** Where a showtime's seats stand open. */
export function addressOf(title: string, { showtimeDate: date, showtimeTime: time }: Showtime): string {
  return moviePath(title, { date, time });
}
