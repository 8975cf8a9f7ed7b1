import { isOnSale, isShowtimeTime, SHOWTIMES, type Showtime } from './showtimes.ts';

/** The date and time that the visitor has chosen so far; either may be missing. */
export interface ScheduleChoice {
  readonly date: string | undefined;
  readonly time: string | undefined;
}

/** The days on offer, today first, valid until midnight in the cinema's time zone. Plain data, so that documents can contain it. */
export interface Offer {
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** Start of validity, inclusive, in epoch milliseconds. */
  readonly from: number;
  /** End of validity, exclusive, in epoch milliseconds. */
  readonly until: number;
  readonly days: readonly {
    readonly date: string;
    /** When each of the four showtimes starts, in epoch milliseconds. */
    readonly starts: readonly number[];
  }[];
}

/**
 * When a showtime starts, in epoch milliseconds; undefined when the date is not on offer or the time is none of the four.
 * The date has no year; it refers to one of the five days on offer.
 */
export function startIn({ days }: Offer, { showtimeDate, showtimeTime }: Showtime): number | undefined {
  const day = days.find(({ date }) => date === showtimeDate);
  return day?.starts[SHOWTIMES.findIndex((time) => time === showtimeTime)];
}

/** The current time in epoch milliseconds, and the offer at that time. */
export interface CinemaClock {
  readonly now: number;
  readonly offer: Offer;
}

/** Whether date and time are chosen, on offer and still on sale (section 2). */
export function isShowtimeOpen({ date, time }: ScheduleChoice, { now, offer }: CinemaClock): boolean {
  if (date === undefined || time === undefined) return false;
  const startsAt = startIn(offer, { showtimeDate: date, showtimeTime: time });
  return startsAt !== undefined && isOnSale(startsAt, now);
}

/** Whether a showtime's button is enabled: always while no date on offer is chosen, otherwise while it is on sale (section 2). */
export function isTimeOpen(date: string | undefined, time: string, clock: CinemaClock): boolean {
  const isDateOffered = clock.offer.days.some((day) => day.date === date);
  return isDateOffered ? isShowtimeOpen({ date, time }, clock) : isShowtimeTime(time);
}

/** The choice after the visitor picks another date. It keeps the time only if that showtime is on sale on the new date. */
export function withDate(choice: ScheduleChoice, date: string, clock: CinemaClock): ScheduleChoice {
  const staysOpen = isShowtimeOpen({ date, time: choice.time }, clock);
  return { date, time: staysOpen ? choice.time : undefined };
}

/** The five date buttons, today first (section 2). */
export function dateOptions(choice: ScheduleChoice, { days }: Offer) {
  return days.map(({ date }) => ({ date, chosen: date === choice.date }));
}

/** The four showtime buttons (section 2). */
export function timeOptions(choice: ScheduleChoice, clock: CinemaClock) {
  return SHOWTIMES.map((time) => {
    const open = isTimeOpen(choice.date, time, clock);
    return { time, open, chosen: open && time === choice.time };
  });
}

/** Whether two choices differ in date or time. Always true when there is no other choice. */
export function differsFrom(choice: ScheduleChoice, other: ScheduleChoice | undefined): boolean {
  return other === undefined || choice.date !== other.date || choice.time !== other.time;
}
