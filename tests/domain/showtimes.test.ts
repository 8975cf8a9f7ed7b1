import { describe, expect, test } from 'vitest';
import { DATES_OFFERED, hasStarted, isOnSale, isSameScreening, isShowtimeTime, SHOWTIMES } from '#domain/showtimes.ts';

const START = Date.parse('2026-03-05T07:30:00Z');
const MINUTE = 60_000;

describe('section 9: showtimes', () => {
  test('there are four a day, today and on the next four days', () => {
    expect({ SHOWTIMES, DATES_OFFERED }).toEqual({ SHOWTIMES: ['11.40', '14.30', '17.15', '20.35'], DATES_OFFERED: 5 });
  });

  test.each([
    ['11.40', true],
    ['14.30', true],
    ['17.15', true],
    ['20.35', true],
    ['11:40', false],
    ['11.4', false],
    [' 11.40', false],
    ['11.400', false],
    ['', false],
    ['\u0661\u0661.\u0664\u0660', false],
  ])('%s is a showtime: %s', (text, is) => {
    expect(isShowtimeTime(text)).toBe(is);
  });

  test.each([
    ['a day', -24 * 60 * MINUTE, true],
    ['eleven minutes', -11 * MINUTE, true],
    ['ten minutes and a millisecond', -10 * MINUTE - 1, true],
    ['ten minutes', -10 * MINUTE, false],
    ['a millisecond less than ten minutes', -10 * MINUTE + 1, false],
    ['nothing', 0, false],
    ['minus an hour', 60 * MINUTE, false],
  ])('%s before the start, tickets are on sale or not', (_, offset, open) => {
    expect(isOnSale(START, START + offset)).toBe(open);
  });

  test.each([
    ['a millisecond before it', -1, false],
    ['at it', 0, true],
    ['a millisecond after it', 1, true],
  ])('%s, the showtime has begun or not', (_, offset, begun) => {
    expect(hasStarted(START, START + offset)).toBe(begun);
  });
});

test.each([
  [{}, true],
  [{ title: 'The Kid' }, false],
  [{ date: '06 Mar' }, false],
  [{ time: '17.15' }, false],
])('a screening that differs in %o is equal: %s', (change, same) => {
  const screening = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
  expect(isSameScreening(screening, { ...screening, ...change })).toBe(same);
});
