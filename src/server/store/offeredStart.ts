import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { refuseField } from '../refusal.ts';

/**
 * When a showtime on offer starts, in epoch milliseconds (section 2: today and four days, cinema-local).
 * Throws `invalid_request` naming the field that is not on offer.
 */
export function offeredStart(showtime: Showtime, now: number, zone: string): number {
  const startsAt = showtimeStart(showtime, now, zone);
  if (startsAt !== undefined) return startsAt;
  const dateOffered = offeredDates(now, zone).includes(showtime.showtimeDate);
  throw dateOffered
    ? refuseField('showtimeTime', 'Choose one of the showtimes')
    : refuseField('showtimeDate', 'Choose one of the dates on offer');
}
