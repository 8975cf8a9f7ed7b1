import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import { SHOWTIMES, type Showtime } from '#domain/showtimes.ts';
import { refuseField } from '../errors/refusal.ts';

const MINUTE = 60_000;

/**
 * When a showtime on offer starts, in epoch milliseconds (section 2: today and four days, cinema-local).
 * Throws `invalid_request` naming the field that is not on offer.
 */
export type OfferedStart = (showtime: Showtime, now: number) => number;

/**
 * The starts of what a cinema in this time zone offers. They change at midnight, and every zone's midnight falls on a whole
 * minute, so they are worked out once a minute and kept for the rest of it.
 */
export function createOfferedStart(zone: string): OfferedStart {
  let minute: number | undefined;
  let starts: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();

  return ({ showtimeDate, showtimeTime }, now) => {
    const present = Math.floor(now / MINUTE);
    if (minute !== present) starts = startsOnOffer(now, zone);
    minute = present;
    const times = starts.get(showtimeDate);
    if (times === undefined) throw refuseField('showtimeDate', 'Choose one of the dates on offer');
    const startsAt = times.get(showtimeTime);
    if (startsAt === undefined) throw refuseField('showtimeTime', 'Choose one of the showtimes');
    return startsAt;
  };
}

/** When each showtime on offer starts, by date and time. */
function startsOnOffer(now: number, zone: string) {
  return new Map(
    offeredDates(now, zone).map((showtimeDate) => {
      const starts = new Map<string, number>();
      for (const showtimeTime of SHOWTIMES) {
        const startsAt = showtimeStart({ showtimeDate, showtimeTime }, now, zone);
        if (startsAt !== undefined) starts.set(showtimeTime, startsAt);
      }
      return [showtimeDate, starts];
    }),
  );
}
