import { isOnSale, isShowtimeTime, SHOWTIMES, type Showtime } from './showtimes.ts';

/** The visitor's choice so far; either half may be missing. */
export interface ScheduleChoice {
  readonly date: string | undefined;
  readonly time: string | undefined;
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

/** The cinema's clock: epoch milliseconds, and what is on offer at that moment. */
export interface CinemaClock {
  readonly now: number;
  readonly offer: Offer;
}

/** Whether both halves are chosen, on offer and still on sale (section 2). */
export function isShowtimeOpen({ date, time }: ScheduleChoice, { now, offer }: CinemaClock): boolean {
  if (date === undefined || time === undefined) return false;
  const startsAt = startIn(offer, { showtimeDate: date, showtimeTime: time });
  return startsAt !== undefined && isOnSale(startsAt, now);
}

/** Whether a showtime's button can be pressed: always while no date on offer is chosen, else while it is on sale (section 2). */
export function isTimeOpen(date: string | undefined, time: string, clock: CinemaClock): boolean {
  const isDateOffered = clock.offer.days.some((day) => day.date === date);
  return isDateOffered ? isShowtimeOpen({ date, time }, clock) : isShowtimeTime(time);
}

/** The choice after another date is chosen: the time stays while it is on sale on that date. */
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

/** Whether a choice names another date or time than one before, or than none. */
export function differsFrom(choice: ScheduleChoice, other: ScheduleChoice | undefined): boolean {
  return other === undefined || choice.date !== other.date || choice.time !== other.time;
}
