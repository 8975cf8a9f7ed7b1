import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { refuseField } from '../errors/apiError.ts';

/**
 * When a showtime on offer starts, in epoch milliseconds (section 2: today and four days, cinema-local).
 * Throws `invalid_request` naming the field that is not on offer.
 */
export type OfferedStart = (showtime: Showtime, now: number) => number;

/** The starts of what a cinema in this time zone offers. */
export function createOfferedStart(zone: string): OfferedStart {
  return (showtime, now) => {
    const startsAt = showtimeStart(showtime, now, zone);
    if (startsAt !== undefined) return startsAt;
    const isDateOffered = offeredDates(now, zone).includes(showtime.showtimeDate);
    throw isDateOffered
      ? refuseField('showtimeTime', 'Choose one of the showtimes')
      : refuseField('showtimeDate', 'Choose one of the dates on offer');
  };
}
