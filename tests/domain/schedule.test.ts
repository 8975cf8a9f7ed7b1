import { describe, expect, test } from 'vitest';
import { offerAt } from '#domain/calendar.ts';
import { dateOptions, differsFrom, isShowtimeOpen, isTimeOpen, timeOptions, withDate } from '#domain/schedule.ts';

describe('section 2: showtime cut-off', () => {
  test.each([
    ['11.40', '11:29:59.999', true],
    ['11.40', '11:30:00.000', false],
    ['20.35', '11:30:00.000', true],
    ['20.35', '23:59:59.999', false],
  ])('today\u2019s %s is open at %s: %s', (time, clock, open) => {
    expect(isShowtimeOpen({ date: '05 Mar', time }, at(clock))).toBe(open);
    expect(isTimeOpen('05 Mar', time, at(clock))).toBe(open);
  });

  test.each([
    ['no date', undefined, '14.30'],
    ['no time', '05 Mar', undefined],
    ['a date not on offer', '10 Mar', '14.30'],
    ['a time never shown', '05 Mar', '14.00'],
  ])('no showtime is open with %s', (_, date, time) => {
    expect(isShowtimeOpen({ date, time }, at('09:00:00'))).toBe(false);
  });
});

describe('section 2: date and showtime buttons', () => {
  test('there are five dates, and the chosen one is marked', () => {
    expect(dateOptions({ date: '06 Mar', time: undefined }, at('09:00:00').offer)).toEqual([
      { date: '05 Mar', chosen: false },
      { date: '06 Mar', chosen: true },
      { date: '07 Mar', chosen: false },
      { date: '08 Mar', chosen: false },
      { date: '09 Mar', chosen: false },
    ]);
  });

  test.each([
    ['a past time is closed', '05 Mar', undefined, '11:50:00', ['closed', 'open', 'open', 'open']],
    ['a closed time is not marked as chosen', '05 Mar', '11.40', '11:50:00', ['closed', 'open', 'open', 'open']],
    ['an open chosen time is marked as chosen', '05 Mar', '14.30', '11:50:00', ['closed', 'chosen', 'open', 'open']],
    [
      'late at night no time of today is open',
      '05 Mar',
      undefined,
      '23:00:00',
      ['closed', 'closed', 'closed', 'closed'],
    ],
    ['late at night every time of tomorrow is open', '06 Mar', undefined, '23:00:00', ['open', 'open', 'open', 'open']],
    ['without a date every time is open', undefined, '20.35', '23:00:00', ['open', 'open', 'open', 'chosen']],
    [
      'a date that is not on offer counts as no date',
      '29 Feb',
      undefined,
      '23:00:00',
      ['open', 'open', 'open', 'open'],
    ],
  ])('%s', (_, date, time, clock, states) => {
    const options = timeOptions({ date, time }, at(clock));
    expect(options.map((option) => option.time)).toEqual(['11.40', '14.30', '17.15', '20.35']);
    expect(options.map(({ open, chosen }) => (chosen ? 'chosen' : open ? 'open' : 'closed'))).toEqual(states);
  });

  test.each([
    ['a time that is still on sale is kept', '14.30', '06 Mar', { date: '06 Mar', time: '14.30' }],
    ['a time that is past on the new date is cleared', '11.40', '05 Mar', { date: '05 Mar', time: undefined }],
    ['a missing time stays missing', undefined, '06 Mar', { date: '06 Mar', time: undefined }],
    ['an invalid time is cleared', '99.99', '06 Mar', { date: '06 Mar', time: undefined }],
  ])('after another date is chosen, %s', (_, time, date, choice) => {
    expect(withDate({ date: '07 Mar', time }, date, at('12:00:00'))).toEqual(choice);
  });

  test('choosing the same date again clears a time that has closed', () => {
    const choice = { date: '05 Mar', time: '11.40' };
    expect(withDate(choice, '05 Mar', at('11:29:59.999'))).toEqual(choice);
    expect(withDate(choice, '05 Mar', at('11:30:00'))).toEqual({ date: '05 Mar', time: undefined });
  });

  test.each([
    ['a missing one', undefined, true],
    ['the same choice', { date: '05 Mar', time: '14.30' }, false],
    ['another date', { date: '06 Mar', time: '14.30' }, true],
    ['another time', { date: '05 Mar', time: '17.15' }, true],
    ['one without a time', { date: '05 Mar', time: undefined }, true],
  ])('a choice differs from %s: %o, %s', (_, other, differs) => {
    expect(differsFrom({ date: '05 Mar', time: '14.30' }, other)).toBe(differs);
  });
});

function at(clock: string) {
  const now = Date.parse(`2026-03-05T${clock}+07:00`);
  return { now, offer: offerAt(now, 'Asia/Jakarta') };
}
