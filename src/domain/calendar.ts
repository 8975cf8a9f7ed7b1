import { DateTime } from 'luxon';
import { startIn, type Offer } from './schedule.ts';
import { DATES_OFFERED, SHOWTIMES, type Showtime } from './showtimes.ts';

const DATE_FORMAT = 'dd MMM';
const LOCALE = 'en-US';

/** Makes the browser read what it knows of calendars. The first date asked of it does so else, which takes a slow phone 50 ms. */
export function prepareCalendar(): void {
  Intl.DateTimeFormat.supportedLocalesOf(LOCALE);
}

/**
 * The five dates on offer, `DD MMM`, today first (section 2).
 * Takes epoch milliseconds and the cinema's IANA time zone.
 */
export function offeredDates(now: number, zone: string): string[] {
  return offerAt(now, zone).days.map(({ date }) => date);
}

/** The start of a showtime on offer at that moment, by the cinema's IANA time zone: see `startIn`. Epoch milliseconds. */
export function showtimeStart(showtime: Showtime, now: number, zone: string): number | undefined {
  return startIn(offerAt(now, zone), showtime);
}

/** The day of a showtime for people, cinema-local: `Thursday, 05 Mar 2026`. Takes an ISO instant. */
export function formatShowDay(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('cccc, dd MMM yyyy');
}

/** A moment for people, such as that of a booking, cinema-local: `21 Nov 2026, 14.05`. Takes an ISO instant. */
export function formatTimestamp(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('dd MMM yyyy, HH.mm');
}

/** The title of an invitation, cinema-local: `Watch Nosferatu with friends, Tue 24 Nov, 20.35`. Takes an ISO instant. */
export function invitationTitle(movieTitle: string, instant: string, zone: string): string {
  const showtime = DateTime.fromISO(instant, { zone, locale: LOCALE }).toFormat('ccc dd MMM, HH.mm');
  return `Watch ${movieTitle} with friends, ${showtime}`;
}

/** The offer that was asked for last: it holds for a day, and reading the calendar is slow. */
let last: Offer = { zone: '', from: 0, until: 0, days: [] };

/**
 * The offer at a moment, by the cinema's IANA time zone. Takes epoch milliseconds, and an offer that is known already:
 * while that holds, the calendar is not read, nor for a page that comes later and knows none.
 */
export function offerAt(now: number, zone: string, known: Offer = last): Offer {
  const holds = known.zone === zone && known.from <= now && now < known.until;
  last = holds ? known : readOffer(now, zone);
  return last;
}

function readOffer(now: number, zone: string): Offer {
  const today = DateTime.fromMillis(now, { zone, locale: LOCALE }).startOf('day');
  const days = Array.from({ length: DATES_OFFERED }, (_, count) => today.plus({ days: count })).map((day) => ({
    date: day.toFormat(DATE_FORMAT),
    starts: SHOWTIMES.map((time) => startOf(day, time)),
  }));
  return { zone, from: today.toMillis(), until: today.plus({ days: 1 }).startOf('day').toMillis(), days };
}

function startOf(day: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split('.').map(Number);
  return day.set({ hour, minute }).toMillis();
}
