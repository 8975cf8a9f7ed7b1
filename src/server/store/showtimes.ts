import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import { SHOWTIMES, type Showtime } from '#domain/showtimes.ts';
import { refuseField } from '../errors/refusal.ts';

const MINUTE = 60_000;

interface Offer {
  readonly zone: string;
  readonly minute: number;
  /** When each showtime on offer starts, by date and time. */
  readonly starts: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

let latest: Offer | undefined;

/**
 * When a showtime on offer starts, in epoch milliseconds (section 2: today and four days, cinema-local).
 * Throws `invalid_request` naming the field that is not on offer.
 */
export function offeredStart({ showtimeDate, showtimeTime }: Showtime, now: number, zone: string): number {
  const times = offerOf(now, zone).get(showtimeDate);
  if (times === undefined) throw refuseField('showtimeDate', 'Choose one of the dates on offer');
  const startsAt = times.get(showtimeTime);
  if (startsAt === undefined) throw refuseField('showtimeTime', 'Choose one of the showtimes');
  return startsAt;
}

/** The offer changes at midnight, and every zone's midnight falls on a whole minute, so it is worked out once a minute. */
function offerOf(now: number, zone: string): Offer['starts'] {
  const minute = Math.floor(now / MINUTE);
  if (latest?.zone !== zone || latest.minute !== minute) latest = { zone, minute, starts: workOut(now, zone) };
  return latest.starts;
}

function workOut(now: number, zone: string): Offer['starts'] {
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
