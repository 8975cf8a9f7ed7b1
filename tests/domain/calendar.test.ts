import * as fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { afterEach, describe, expect, test } from 'vitest';
import { formatTimestamp, formatShowDay, offeredDates, showtimeStart } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';

const JAKARTA = 'Asia/Jakarta';
const ZONES = [JAKARTA, 'UTC', 'Pacific/Honolulu', 'America/New_York', 'Pacific/Kiritimati'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const originalZone = process.env['TZ'];

afterEach(() => {
  Settings.defaultLocale = 'en-US';
  Settings.defaultZone = 'system';
  setProcessZone(originalZone);
});

describe('section 9: dates offered, today and four days', () => {
  test.each([
    ['an ordinary day', '2026-03-05T09:00:00+07:00', ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar']],
    [
      'the last millisecond of a day',
      '2026-03-05T23:59:59.999+07:00',
      ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar'],
    ],
    ['the first millisecond of a day', '2026-03-06T00:00:00+07:00', ['06 Mar', '07 Mar', '08 Mar', '09 Mar', '10 Mar']],
    ['the end of a short month', '2026-04-28T09:00:00+07:00', ['28 Apr', '29 Apr', '30 Apr', '01 May', '02 May']],
    ['a February of 28 days', '2026-02-26T09:00:00+07:00', ['26 Feb', '27 Feb', '28 Feb', '01 Mar', '02 Mar']],
    ['a February of 29 days', '2028-02-26T09:00:00+07:00', ['26 Feb', '27 Feb', '28 Feb', '29 Feb', '01 Mar']],
    ['the leap day itself', '2028-02-29T09:00:00+07:00', ['29 Feb', '01 Mar', '02 Mar', '03 Mar', '04 Mar']],
    [
      'the turn of the century that is no leap year',
      '2100-02-26T09:00:00+07:00',
      ['26 Feb', '27 Feb', '28 Feb', '01 Mar', '02 Mar'],
    ],
    ['29 December', '2026-12-29T09:00:00+07:00', ['29 Dec', '30 Dec', '31 Dec', '01 Jan', '02 Jan']],
    ['New Year\u2019s Eve', '2026-12-31T23:59:59.999+07:00', ['31 Dec', '01 Jan', '02 Jan', '03 Jan', '04 Jan']],
    ['New Year\u2019s Day', '2027-01-01T00:00:00+07:00', ['01 Jan', '02 Jan', '03 Jan', '04 Jan', '05 Jan']],
  ])('on %s five dates stand, today first', (_, now, dates) => {
    expect(offeredDates(Date.parse(now), JAKARTA)).toEqual(dates);
  });

  test.each([
    [JAKARTA, ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar']],
    ['UTC', ['04 Mar', '05 Mar', '06 Mar', '07 Mar', '08 Mar']],
    ['Pacific/Honolulu', ['04 Mar', '05 Mar', '06 Mar', '07 Mar', '08 Mar']],
    ['Pacific/Kiritimati', ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar']],
  ])('at one instant the cinema in %s has its own today', (zone, dates) => {
    expect(offeredDates(Date.parse('2026-03-04T17:00:00Z'), zone)).toEqual(dates);
  });

  test('the months read in English in all twelve months', () => {
    const firsts = MONTHS.map((_, month) => offeredDates(Date.UTC(2026, month, 1), 'UTC')[0]);
    expect(firsts).toEqual(MONTHS.map((month) => `01 ${month}`));
  });

  test.each(['id-ID', 'ar-EG', 'de-DE', 'ja-JP', 'en-GB'])(
    'a system that speaks %s changes neither the months nor the digits',
    (locale) => {
      Settings.defaultLocale = locale;
      expect(offeredDates(Date.parse('2026-05-01T00:00:00Z'), 'UTC')[0]).toBe('01 May');
      expect(offeredDates(Date.parse('2026-09-01T00:00:00Z'), 'UTC')[0]).toBe('01 Sep');
    },
  );

  test('the locale of the system would show without the product\u2019s own', () => {
    Settings.defaultLocale = 'id-ID';
    expect(DateTime.fromISO('2026-05-01').toFormat('dd MMM')).toBe('01 Mei');
  });
});

describe('section 9: the instant of a showtime', () => {
  test.each([
    ['11.40', '2026-03-05T04:40:00.000Z'],
    ['14.30', '2026-03-05T07:30:00.000Z'],
    ['17.15', '2026-03-05T10:15:00.000Z'],
    ['20.35', '2026-03-05T13:35:00.000Z'],
  ])('05 Mar, %s in Jakarta starts at %s', (showtimeTime, start) => {
    expect(startOf('05 Mar', showtimeTime, '2026-03-05T09:00:00+07:00')).toBe(start);
  });

  test.each([
    ['01 Jan', '2026-12-29T09:00:00+07:00', '2027-01-01T04:40:00.000Z'],
    ['02 Jan', '2026-12-29T09:00:00+07:00', '2027-01-02T04:40:00.000Z'],
    ['02 Jan', '2026-12-30T09:00:00+07:00', '2027-01-02T04:40:00.000Z'],
    ['31 Dec', '2026-12-31T09:00:00+07:00', '2026-12-31T04:40:00.000Z'],
    ['29 Feb', '2028-02-27T09:00:00+07:00', '2028-02-29T04:40:00.000Z'],
  ])('%s asked at %s is the one on offer', (date, now, start) => {
    expect(startOf(date, '11.40', now)).toBe(start);
  });

  test.each([
    ['yesterday', '04 Mar', '14.30'],
    ['the sixth day', '10 Mar', '14.30'],
    ['29 Feb off leap years', '29 Feb', '14.30'],
    ['a day without its zero', '5 Mar', '14.30'],
    ['Arabic digits', '\u0660\u0665 Mar', '14.30'],
    ['another case', '05 mar', '14.30'],
    ['another language', '05 Maret', '14.30'],
    ['a year', '05 Mar 2026', '14.30'],
    ['white space', ' 05 Mar', '14.30'],
    ['nothing', '', '14.30'],
    ['a time never shown', '05 Mar', '14.31'],
    ['a time with a colon', '05 Mar', '14:30'],
    ['a time with more behind it', '05 Mar', '14.300'],
    ['no time', '05 Mar', ''],
  ])('%s names no showtime', (_, date, time) => {
    expect(startOf(date, time, '2026-03-05T09:00:00+07:00')).toBeUndefined();
  });

  test('29 Feb is refused in the days before 1 March of an ordinary year', () => {
    expect(startOf('29 Feb', '14.30', '2026-02-27T09:00:00+07:00')).toBeUndefined();
  });

  test('02 Jan is not yet on offer on 28 December', () => {
    expect(startOf('02 Jan', '14.30', '2026-12-28T09:00:00+07:00')).toBeUndefined();
  });

  test.each([
    [JAKARTA, '2026-03-05T07:30:00.000Z'],
    ['UTC', '2026-03-05T14:30:00.000Z'],
    ['Pacific/Honolulu', '2026-03-06T00:30:00.000Z'],
  ])('14.30 in %s starts at %s', (zone, start) => {
    expect(startOf('05 Mar', '14.30', '2026-03-05T12:00:00Z', zone)).toBe(start);
  });

  test.each([
    [
      'the day clocks go forward at night',
      'America/New_York',
      '08 Mar',
      '2026-03-07T12:00:00Z',
      '2026-03-08T15:40:00.000Z',
    ],
    [
      'the day clocks go back at night',
      'America/New_York',
      '01 Nov',
      '2026-10-31T12:00:00Z',
      '2026-11-01T16:40:00.000Z',
    ],
    ['the day that has no midnight', 'Africa/Cairo', '24 Apr', '2026-04-23T12:00:00Z', '2026-04-24T08:40:00.000Z'],
  ])('11.40 is 11.40 on the wall on %s', (_, zone, date, now, start) => {
    expect(startOf(date, '11.40', now, zone)).toBe(start);
  });

  test.each(['UTC', JAKARTA, 'Pacific/Honolulu', 'America/New_York'])(
    'reliability 15: a process in the zone %s offers and starts the same',
    (processZone) => {
      setProcessZone(processZone);
      const now = Date.parse('2026-12-29T17:30:00Z');
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
      expect(offeredDates(now, JAKARTA)).toEqual(['30 Dec', '31 Dec', '01 Jan', '02 Jan', '03 Jan']);
      expect(startOf('02 Jan', '14.30', '2026-12-29T17:30:00Z')).toBe('2027-01-02T07:30:00.000Z');
    },
  );

  test('whenever and wherever, each of the twenty showtimes on offer starts at that time of that day', () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2110, 0, 1) });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (now, zone) => {
        const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
        const expected = [0, 1, 2, 3, 4].flatMap((days) => {
          const day = today.add({ days });
          return SHOWTIMES.map(
            (time) => day.toZonedDateTime({ timeZone: zone, plainTime: time.replace('.', ':') }).epochMilliseconds,
          );
        });
        const starts = offeredDates(now, zone).flatMap((showtimeDate) =>
          SHOWTIMES.map((showtimeTime) => showtimeStart({ showtimeDate, showtimeTime }, now, zone)),
        );
        expect(starts).toEqual(expected);
      }),
    );
  });
});

describe('section 3: the moment of a booking', () => {
  test.each([
    ['2026-11-21T07:05:00.000Z', JAKARTA, '21 Nov 2026, 14.05'],
    ['2026-05-01T00:00:00.000Z', 'UTC', '01 May 2026, 00.00'],
    ['2027-01-01T00:30:00.000Z', 'Pacific/Honolulu', '31 Dec 2026, 14.30'],
  ])('%s in %s reads %s', (instant, zone, text) => {
    Settings.defaultLocale = 'id-ID';
    expect(formatTimestamp(instant, zone)).toBe(text);
  });
});

function startOf(showtimeDate: string, showtimeTime: string, now: string, zone = JAKARTA): string | undefined {
  const start = showtimeStart({ showtimeDate, showtimeTime }, Date.parse(now), zone);
  return start === undefined ? undefined : new Date(start).toISOString();
}

function setProcessZone(zone: string | undefined) {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  Settings.resetCaches();
}

test.each([
  ['2026-03-05T13:35:00.000Z', 'Asia/Jakarta', 'Thursday, 05 Mar 2026'],
  ['2026-12-31T18:00:00.000Z', 'Asia/Jakarta', 'Friday, 01 Jan 2027'],
])('the day of %s in %s reads %s', (instant, zone, text) => {
  expect(formatShowDay(instant, zone)).toBe(text);
});
