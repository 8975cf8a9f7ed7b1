import { describe, expect, test } from 'vitest';
import { zoneName } from '#domain/zones.ts';

describe('section 2: the name of the cinema\u2019s zone', () => {
  test.each([
    ['Asia/Jakarta', 'WIB'],
    ['Asia/Pontianak', 'WIB'],
    ['Asia/Makassar', 'WITA'],
    ['Asia/Jayapura', 'WIT'],
    ['Asia/Singapore', 'GMT+8'],
    ['Asia/Kathmandu', 'GMT+5:45'],
    ['Pacific/Honolulu', 'GMT-10'],
    ['America/New_York', 'GMT-5'],
    ['Europe/London', 'GMT+0'],
    ['UTC', 'GMT+0'],
  ])('%s is %s', (zone, name) => {
    expect(zoneName('2026-03-05T13:35:00.000Z', zone)).toBe(name);
  });

  test('is the offset at the time of the show, also when clocks change before it', () => {
    expect(zoneName('2026-07-01T00:00:00.000Z', 'Europe/London')).toBe('GMT+1');
  });
});
