import * as fc from 'fast-check';
import { Settings } from 'luxon';
import { afterEach, describe, expect, test } from 'vitest';
import {
  formatTimestamp,
  formatShowDay,
  offerAt,
  offeredDates,
  showtimeStart,
  showtimeText,
} from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { invitationTitle } from '#messages/movie.ts';
import { showDayFormat } from '#messages/tickets.ts';

const JAKARTA = 'Asia/Jakarta';
const ZONES = [JAKARTA, 'UTC', 'Pacific/Honolulu', 'America/New_York', 'Pacific/Kiritimati', 'Africa/Cairo'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const originalZone = process.env['TZ'];

afterEach(() => {
  Settings.defaultZone = 'system';
  setProcessZone(originalZone);
  // offeredDates caches its last result. This call replaces it, so that a test does not get the result of the previous one.
  offeredDates(0, 'UTC');
});

describe('section 9: the five days on offer and the start of each showtime', () => {
  test('on 29 December the last days are in the next year', () => {
    const now = '2026-12-29T09:00:00+07:00';
    expect(offeredDates(Date.parse(now), JAKARTA)).toEqual(['29 Dec', '30 Dec', '31 Dec', '01 Jan', '02 Jan']);
    expect(startOf('02 Jan', '11.40', now)).toBe('2027-01-02T04:40:00.000Z');
  });

  test('the days change at midnight of the cinema\u2019s zone and are reused until then', () => {
    const midnight = Date.parse('2026-03-06T00:00:00+07:00');
    expectOffer(midnight - 1, JAKARTA);
    expectOffer(midnight, JAKARTA);
    expectOffer(midnight, 'Pacific/Honolulu');
    const known = { zone: JAKARTA, from: midnight, until: midnight + 1, days: [] };
    expect([offerAt(midnight, JAKARTA, known), offerAt(midnight, JAKARTA)]).toEqual([known, known]);
  });

  test('the days are computed once a day, because that is slow', () => {
    const midnight = Date.parse('2026-03-06T00:00:00+07:00');
    expect(offerAt(midnight + 86_399_999, JAKARTA)).toBe(offerAt(midnight, JAKARTA));
  });

  test('a day whose midnight was skipped starts at one o\u2019clock and ends at midnight', () => {
    expectOffer(Date.parse('2026-04-24T12:00:00+03:00'), 'Africa/Cairo');
    expectOffer(Date.parse('2026-04-25T00:30:00+03:00'), 'Africa/Cairo');
  });

  test.each([
    ['at the end of a short month', '2026-04-28T09:00[Asia/Jakarta]'],
    ['in a February of 28 days', '2026-02-26T09:00[Asia/Jakarta]'],
    ['in a February of 29 days', '2028-02-26T09:00[Asia/Jakarta]'],
    ['on a leap day', '2028-02-29T09:00[Asia/Jakarta]'],
    ['at a turn of the century that is no leap year', '2100-02-26T09:00[Asia/Jakarta]'],
    ['on New Year\u2019s Eve', '2026-12-31T23:59:59.999[Asia/Jakarta]'],
    ['on New Year\u2019s Day', '2027-01-01T00:00[Asia/Jakarta]'],
    ['on the day before clocks go forward', '2026-03-07T07:00[America/New_York]'],
    ['on the day before clocks go back', '2026-10-31T08:00[America/New_York]'],
    ['on the day before one that has no midnight', '2026-04-23T14:00[Africa/Cairo]'],
  ])('%s the days are correct, and the days before and after are not on offer', (_, local) => {
    const { epochMilliseconds, timeZoneId } = Temporal.ZonedDateTime.from(local);
    expectOffer(epochMilliseconds, timeZoneId);
  });

  test('at any time in any zone, the days are correct', () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2110, 0, 1) });
    fc.assert(fc.property(instants, fc.constantFrom(...ZONES), expectOffer));
  });

  test.each([
    ['29 Feb off leap years', '29 Feb', '14.30'],
    ['a day without its zero', '5 Mar', '14.30'],
    ['Arabic digits', '\u0660\u0665 Mar', '14.30'],
    ['another case', '05 mar', '14.30'],
    ['no date', '', '14.30'],
    ['a time never shown', '05 Mar', '14.31'],
    ['a time with a colon', '05 Mar', '14:30'],
    ['no time', '05 Mar', ''],
  ])('%s is not a showtime', (_, date, time) => {
    expect(startOf(date, time, '2026-03-05T09:00:00+07:00')).toBeUndefined();
  });

  test('months are English and digits are ASCII in every locale', () => {
    const firsts = MONTHS.map((_, month) => offeredDates(Date.UTC(2026, month, 1), 'UTC')[0]);
    expect(firsts).toEqual(MONTHS.map((month) => `01 ${month}`));
  });

  test.each(['UTC', JAKARTA, 'Pacific/Honolulu', 'America/New_York'])(
    'reliability 15: a process in the zone %s computes the same showtimes',
    (processZone) => {
      setProcessZone(processZone);
      const now = Date.parse('2026-12-29T17:30:00Z');
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
      expect(offeredDates(now, JAKARTA)).toEqual(['30 Dec', '31 Dec', '01 Jan', '02 Jan', '03 Jan']);
      expect(startOf('02 Jan', '14.30', '2026-12-29T17:30:00Z')).toBe('2027-01-02T07:30:00.000Z');
    },
  );
});

describe('section 3: the time of a booking', () => {
  test.each([
    ['2026-11-21T07:05:00.000Z', JAKARTA, '21 Nov 2026, 14.05'],
    ['2026-05-01T00:00:00.000Z', 'UTC', '01 May 2026, 00.00'],
    ['2027-01-01T00:30:00.000Z', 'Pacific/Honolulu', '31 Dec 2026, 14.30'],
  ])('formats %s in %s as %s', (instant, zone, text) => {
    expect(formatTimestamp(instant, zone)).toBe(text);
  });

  test.each([
    ['2026-03-05T13:35:00.000Z', 'Thursday, 05 Mar 2026'],
    ['2026-12-31T18:00:00.000Z', 'Friday, 01 Jan 2027'],
  ])('formats the day of %s as %s', (instant, text) => {
    expect(formatShowDay(instant, JAKARTA, showDayFormat)).toBe(text);
  });

  test.each([
    ['2026-11-24T13:35:00.000Z', 'Watch Nosferatu with friends, Tue 24 Nov, 20.35 WIB'],
    ['2026-12-31T18:00:00.000Z', 'Watch Nosferatu with friends, Fri 01 Jan, 01.00 WIB'],
  ])('formats the title of an invitation to %s as %s', (instant, title) => {
    expect(invitationTitle('beside', 'Nosferatu', showtimeText(instant, JAKARTA))).toBe(title);
  });
});

/**
 * Computes the offer with Temporal instead of the product's calendar: today and the next four days with all showtimes,
 * without yesterday and the sixth day.
 */
function expectOffer(now: number, zone: string): void {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const days = [-1, 0, 1, 2, 3, 4, 5].map((count) => {
    const day = today.add({ days: count });
    const isOffered = count >= 0 && count < 5;
    const startAt = (time: string) =>
      day.toZonedDateTime({ timeZone: zone, plainTime: time.replace('.', ':') }).epochMilliseconds;
    return {
      date: `${String(day.day).padStart(2, '0')} ${MONTHS[day.month - 1]}`,
      starts: SHOWTIMES.map((time) => (isOffered ? startAt(time) : undefined)),
    };
  });
  expect(offeredDates(now, zone)).toEqual(days.slice(1, -1).map(({ date }) => date));
  for (const { date: showtimeDate, starts } of days)
    expect(SHOWTIMES.map((time) => showtimeStart({ showtimeDate, showtimeTime: time }, now, zone))).toEqual(starts);
}

function startOf(showtimeDate: string, showtimeTime: string, now: string): string | undefined {
  const start = showtimeStart({ showtimeDate, showtimeTime }, Date.parse(now), JAKARTA);
  return start === undefined ? undefined : new Date(start).toISOString();
}

function setProcessZone(zone: string | undefined) {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  Settings.resetCaches();
}
