/** The four daily showtimes, `HH.mm` in the cinema's time zone (section 9). */
export const SHOWTIMES = ['11.40', '14.30', '17.15', '20.35'] as const;

export type ShowtimeTime = (typeof SHOWTIMES)[number];

/** Dates on offer: today plus four days (section 9). */
export const DATES_OFFERED = 5;

/** Minutes before the start of a screening from which doors admit its tickets, unless the operator chooses another number. */
export const DOOR_OPENS_MINUTES = 60;

const CUTOFF_MINUTES = 10;

/** Date and time of a showtime as the API writes them: `05 Mar`, `14.30`, cinema-local. */
export interface Showtime {
  readonly showtimeDate: string;
  readonly showtimeTime: string;
}

/** A film at a date and a time. */
export interface Screening {
  readonly title: string;
  readonly date: string;
  readonly time: string;
}

/** Whether film, date and time of two screenings are equal. */
export function isSameScreening(one: Screening, other: Screening): boolean {
  return one.title === other.title && one.date === other.date && one.time === other.time;
}

/** Whether a text is one of the four showtimes. */
export function isShowtimeTime(text: string): text is ShowtimeTime {
  return SHOWTIMES.some((time) => time === text);
}

/** Whether tickets are still on sale: until 10 minutes before the start (section 2). Both times are epoch milliseconds. */
export function isOnSale(startsAt: number, now: number): boolean {
  return salesEnd(startsAt) > now;
}

/** When the sale of tickets ends: 10 minutes before the start (section 2). Both times are epoch milliseconds. */
export function salesEnd(startsAt: number): number {
  return startsAt - CUTOFF_MINUTES * 60_000;
}

/** Whether a showtime has begun: its tickets then show `Expired`. Both times are epoch milliseconds. */
export function hasStarted(startsAt: number, now: number): boolean {
  return now >= startsAt;
}
