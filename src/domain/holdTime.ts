const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECOND = 1000;

/** Milliseconds that seats may be held, within a window that always ends now. */
export interface TimeAllowance {
  readonly allowed: number;
  readonly window: number;
}

/** How long one account may hold seats without buying them: ordinary holds and shared ones are counted separately. */
export const ACCOUNT_ALLOWANCE: TimeAllowance = { allowed: 10 * MINUTE, window: HOUR };
export const SHARING_ALLOWANCE: TimeAllowance = { allowed: 30 * MINUTE, window: HOUR };

/** How long one seat may be held without being bought, by all accounts together. */
export const SEAT_ALLOWANCE: TimeAllowance = { allowed: 15 * MINUTE, window: 45 * MINUTE };

/** Milliseconds before the end of sales in which no hold begins. */
export const LAST_HOLD_BEFORE_CLOSING = MINUTE;

/** Start and end of a hold, in epoch milliseconds. */
export interface HoldPeriod {
  readonly start: number;
  readonly end: number;
}

/** The time that is left: milliseconds from now, and when there is time again if none is left (epoch milliseconds). */
export interface TimeLeft {
  readonly left: number;
  readonly againAt: number;
}

/**
 * How long a hold that begins now may last after earlier holds. An earlier hold counts with its whole duration until its end leaves the
 * window, so that a new hold never gets only a few seconds of returning time. A hold that began in the future counts for nothing,
 * because the clock was wrong then, and neither does one that ended before it began. Less than a second counts as no time.
 * @param now epoch milliseconds
 */
export function timeLeftToHold(
  periods: readonly HoldPeriod[],
  { allowed, window }: TimeAllowance,
  now: number,
): TimeLeft {
  const counted = periods
    .filter(({ end }) => end > now - window)
    .map(({ start, end }) => ({ start, end: Math.min(end, now) }))
    .toSorted((one, other) => one.end - other.end);
  let used = counted.reduce((sum, period) => sum + lengthOf(period), 0);
  const left = Math.max(0, allowed - used);
  if (left >= SECOND) return { left, againAt: now };
  let againAt = now;
  for (const period of counted) {
    used -= lengthOf(period);
    againAt = period.end + window;
    if (allowed - used >= SECOND) break;
  }
  return { left: 0, againAt };
}

function lengthOf({ start, end }: HoldPeriod): number {
  return Math.max(0, end - start);
}
