import { DateTime } from 'luxon';
import { DATES_OFFERED, isShowtimeTime, type Showtime } from './showtimes.ts';

const DATE_FORMAT = 'dd MMM';
const LOCALE = 'en-US';

/**
 * The five dates on offer, `DD MMM`, today first (section 2).
 * Takes epoch milliseconds and the cinema's IANA time zone.
 */
export function offeredDates(now: number, zone: string): string[] {
  return offeredDays(now, zone).map((day) => day.toFormat(DATE_FORMAT));
}

/**
 * The instant a showtime starts, in epoch milliseconds; undefined when the date is not on offer or the time is none of the four.
 * The date carries no year: it is the one day among the five on offer that reads so.
 */
export function showtimeStart(showtime: Showtime, now: number, zone: string): number | undefined {
  if (!isShowtimeTime(showtime.showtimeTime)) return undefined;
  const day = offeredDays(now, zone).find((each) => each.toFormat(DATE_FORMAT) === showtime.showtimeDate);
  const [hour, minute] = showtime.showtimeTime.split('.').map(Number);
  return day?.set({ hour: hour ?? 0, minute: minute ?? 0 }).toMillis();
}

/** The day of a showtime for people, cinema-local: `Thursday, 05 Mar 2026`. Takes an ISO instant. */
export function formatShowDay(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('cccc, dd MMM yyyy');
}

/** A moment for people, such as that of a booking, cinema-local: `21 Nov 2026, 14.05`. Takes an ISO instant. */
export function formatMoment(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm');
}

function offeredDays(now: number, zone: string): DateTime[] {
  const today = DateTime.fromMillis(now, { zone, locale: LOCALE }).startOf('day');
  return Array.from({ length: DATES_OFFERED }, (_, days) => today.plus({ days }));
}
