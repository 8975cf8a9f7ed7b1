import { DateTime } from 'luxon';
import { locale } from '#messages/language.ts';
import { startIn, type Offer } from './schedule.ts';
import { DATES_OFFERED, SHOWTIMES, type Showtime } from './showtimes.ts';
import { timeInZone } from './zones.ts';

const DATE_FORMAT = 'dd MMM';
/** Dates of the API are in English in every language: client and server compare them. */
const API_LOCALE = 'en-US';

/** Makes the browser load its calendar data. Otherwise the first formatted date loads it, which takes 50 ms on a slow phone. */
export function prepareCalendar(): void {
  Intl.DateTimeFormat.supportedLocalesOf(locale);
}

/**
 * The five dates on offer, `DD MMM`, today first (section 2).
 * @param now epoch milliseconds
 * @param zone the cinema's IANA time zone
 */
export function offeredDates(now: number, zone: string): string[] {
  return offerAt(now, zone).days.map(({ date }) => date);
}

/** When a showtime on offer at `now` starts; undefined when it is not on offer. Both are epoch milliseconds. See `startIn`. */
export function showtimeStart(showtime: Showtime, now: number, zone: string): number | undefined {
  return startIn(offerAt(now, zone), showtime);
}

/**
 * Formats an ISO instant as the day of a showtime, cinema-local, in the language of the product: `Thursday, 05 Mar 2026`.
 * @param format the language's format, in tokens of Luxon
 */
export function formatShowDay(instant: string, zone: string, format: string): string {
  return DateTime.fromISO(instant, { zone, locale }).toFormat(format);
}

/** Formats an ISO instant, such as the time of a booking, cinema-local, in the language of the product: `21 Nov 2026, 14.05`. */
export function formatTimestamp(instant: string, zone: string): string {
  return DateTime.fromISO(instant, { zone, locale }).toFormat('dd MMM yyyy, HH.mm');
}

/** Formats the start of a showtime (an ISO instant), cinema-local, in the language of the product: `Tue 24 Nov, 20.35 WIB`. */
export function showtimeText(instant: string, zone: string): string {
  return timeInZone(DateTime.fromISO(instant, { zone, locale }).toFormat('ccc dd MMM, HH.mm'), instant, zone);
}

/** Cache of the last offer. An offer is valid for a day, and computing one is slow. */
let last: Offer = { zone: '', from: 0, until: 0, days: [] };

/**
 * The dates and showtimes on offer at `now` (epoch milliseconds), in the cinema's IANA time zone.
 * @param known an offer that is returned and cached if it is valid at `now`, so that neither this call nor later ones compute it
 */
export function offerAt(now: number, zone: string, known: Offer = last): Offer {
  const holds = known.zone === zone && known.from <= now && now < known.until;
  last = holds ? known : readOffer(now, zone);
  return last;
}

function readOffer(now: number, zone: string): Offer {
  const today = DateTime.fromMillis(now, { zone, locale: API_LOCALE }).startOf('day');
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
