/** The four showtimes of every day, cinema-local (section 9). */
export const SHOWTIMES = ['11.40', '14.30', '17.15', '20.35'] as const;

/** A showtime of the day, cinema-local. */
export type ShowtimeTime = (typeof SHOWTIMES)[number];

/** Dates on offer: today plus four days (section 9). */
export const DATES_OFFERED = 5;

const CUTOFF_MINUTES = 10;

/** A showtime of one film as the visitor names it: `05 Mar`, `14.30`, cinema-local. */
export interface Showtime {
  readonly showtimeDate: string;
  readonly showtimeTime: string;
}

/** The showing of one film on one day at one time. */
export interface Screening {
  readonly title: string;
  readonly date: string;
  readonly time: string;
}

/** The days on offer, today first, as plain data that a document can carry. It holds until the cinema's next midnight. */
export interface Offer {
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** Epoch milliseconds, as `until`, which it does not reach. */
  readonly from: number;
  readonly until: number;
  readonly days: readonly {
    readonly date: string;
    /** When each of the four showtimes starts, in epoch milliseconds. */
    readonly starts: readonly number[];
  }[];
}

/**
 * The instant a showtime starts, in epoch milliseconds; undefined when the date is not on offer or the time is none of the four.
 * The date carries no year: it is the one day among the five on offer that reads so.
 */
export function startIn({ days }: Offer, { showtimeDate, showtimeTime }: Showtime): number | undefined {
  const day = days.find(({ date }) => date === showtimeDate);
  return day?.starts[SHOWTIMES.findIndex((time) => time === showtimeTime)];
}

/** Whether two screenings are one and the same. */
export function isSameScreening(one: Screening, other: Screening): boolean {
  return one.title === other.title && one.date === other.date && one.time === other.time;
}

/** Whether a text is one of the four showtimes. */
export function isShowtimeTime(text: string): text is ShowtimeTime {
  return SHOWTIMES.some((time) => time === text);
}

/**
 * Whether tickets may still be sold: more than 10 minutes before the start (section 2).
 * Takes both instants as epoch milliseconds.
 */
export function isOnSale(startsAt: number, now: number): boolean {
  return startsAt - now > CUTOFF_MINUTES * 60_000;
}

/** Whether a showtime has begun, so that its ticket reads `Expired`. Takes epoch milliseconds. */
export function hasStarted(startsAt: number, now: number): boolean {
  return now >= startsAt;
}
