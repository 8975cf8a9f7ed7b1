import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACCOUNT_ALLOWANCE,
  LAST_HOLD_BEFORE_CLOSING,
  SEAT_ALLOWANCE,
  SHARING_ALLOWANCE,
  timeLeftToHold,
  type HoldPeriod,
} from '#domain/holdTime.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse('2026-03-05T10:00:00Z');
const allowance = { allowed: 10 * MINUTE, window: 60 * MINUTE };

/** A hold that began and ended before now, in milliseconds before now. */
function heldFrom(began: number, ended: number): HoldPeriod {
  return { start: NOW - began, end: NOW - ended };
}

describe('reliability 64: the time that seats may still be held', () => {
  test('ten minutes an hour for an account, thirty for its shared seats, fifteen in 45 for a seat', () => {
    expect(ACCOUNT_ALLOWANCE).toEqual({ allowed: 600_000, window: 3_600_000 });
    expect(SHARING_ALLOWANCE).toEqual({ allowed: 1_800_000, window: 3_600_000 });
    expect(SEAT_ALLOWANCE).toEqual({ allowed: 900_000, window: 2_700_000 });
    expect(LAST_HOLD_BEFORE_CLOSING).toBe(60_000);
  });

  test.each([
    ['no hold', [], 10 * MINUTE],
    ['a hold of four minutes', [heldFrom(30 * MINUTE, 26 * MINUTE)], 6 * MINUTE],
    ['a running hold, until now', [heldFrom(3 * MINUTE, -2 * MINUTE)], 7 * MINUTE],
    ['a hold without a duration', [heldFrom(MINUTE, MINUTE)], 10 * MINUTE],
    ['a hold that began before the window and ended in it, whole', [heldFrom(62 * MINUTE, 59 * MINUTE)], 7 * MINUTE],
    ['a hold that ended a millisecond before the window', [heldFrom(65 * MINUTE, 60 * MINUTE)], 10 * MINUTE],
    ['a hold that ended a millisecond later', [heldFrom(65 * MINUTE, 60 * MINUTE - 1)], 5 * MINUTE - 1],
    ['a hold that begins now', [heldFrom(0, -5 * MINUTE)], 10 * MINUTE],
    ['a hold that begins in the future', [heldFrom(-MINUTE, -6 * MINUTE)], 10 * MINUTE],
    ['a hold that ended before it began, because the clock was set back', [heldFrom(MINUTE, 11 * MINUTE)], 10 * MINUTE],
    ['a second less than all of it', [heldFrom(20 * MINUTE, 10 * MINUTE + SECOND)], SECOND],
  ])('after %s', (_, periods, left) => {
    expect(timeLeftToHold(periods, allowance, NOW)).toEqual({ left, againAt: NOW });
  });

  test.each([
    ['all of it', [heldFrom(20 * MINUTE, 10 * MINUTE)], 50 * MINUTE],
    ['less than a second less', [heldFrom(20 * MINUTE, 10 * MINUTE + SECOND - 1)], 50 * MINUTE - SECOND + 1],
    ['more than it', [heldFrom(20 * MINUTE, 5 * MINUTE)], 55 * MINUTE],
    ['a hold that still runs', [heldFrom(10 * MINUTE, -5 * MINUTE)], 60 * MINUTE],
    [
      'two holds, until the first one leaves the window',
      [heldFrom(10 * MINUTE, 4 * MINUTE), heldFrom(50 * MINUTE, 45 * MINUTE)],
      15 * MINUTE,
    ],
    [
      'three holds, until enough of them have left the window',
      [heldFrom(50 * MINUTE, 49.9 * MINUTE), heldFrom(40 * MINUTE, 33 * MINUTE), heldFrom(20 * MINUTE, 10 * MINUTE)],
      50 * MINUTE,
    ],
    [
      'all of it, of which a second returns first',
      [heldFrom(40 * MINUTE, 40 * MINUTE - SECOND), heldFrom(20 * MINUTE, 10 * MINUTE + SECOND)],
      20 * MINUTE + SECOND,
    ],
  ])('none after %s, with the time when there is some again', (_, periods, wait) => {
    expect(timeLeftToHold(periods, allowance, NOW)).toEqual({ left: 0, againAt: NOW + wait });
  });

  test('there is time when it was said that there would be, at most one window later, and never before', () => {
    const minutes = fc.integer({ min: -30 * MINUTE, max: 120 * MINUTE });
    const periods = fc.array(fc.record({ ago: minutes, lasted: fc.integer({ min: 0, max: 15 * MINUTE }) }));
    fc.assert(
      fc.property(periods, (holds) => {
        const held = holds.map(({ ago, lasted }) => ({
          start: NOW - ago,
          end: Math.min(NOW - ago + lasted, NOW + MINUTE),
        }));
        const { left, againAt } = timeLeftToHold(held, allowance, NOW);
        if (left > 0) return;
        expect(againAt).toBeGreaterThan(NOW);
        expect(againAt).toBeLessThanOrEqual(NOW + allowance.window);
        // Running holds end now, because the next one replaces them.
        const ended = held
          .filter(({ start }) => start < NOW)
          .map(({ start, end }) => ({ start, end: Math.min(end, NOW) }));
        expect(timeLeftToHold(ended, allowance, againAt - 1).left).toBe(0);
        expect(timeLeftToHold(ended, allowance, againAt).left).toBeGreaterThanOrEqual(SECOND);
      }),
    );
  });
});
