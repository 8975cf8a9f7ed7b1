import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { refuseRule } from '../errors.ts';

/**
 * Returns when a showtime starts, in epoch milliseconds. Shows are on offer for today and the next four days, in the cinema's
 * time zone (section 2). Throws `invalid_request`, which names the field that is not on offer.
 */
export type OfferedStart = (showtime: Showtime, now: number) => number;

/** Creates an OfferedStart for the cinema's time zone. */
export function createOfferedStart(zone: string): OfferedStart {
  return (showtime, now) => {
    const startsAt = showtimeStart(showtime, now, zone);
    if (startsAt !== undefined) return startsAt;
    const isDateOffered = offeredDates(now, zone).includes(showtime.showtimeDate);
    throw isDateOffered ? refuseRule('showtimeTime', 'timeNotOffered') : refuseRule('showtimeDate', 'dateNotOffered');
  };
}
