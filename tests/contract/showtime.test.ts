import { describe, expect, test } from 'vitest';
import { bookedSeatsListSchema, recordSeatsSchema, releaseSeatsSchema } from '#contract/bookedSeats.ts';
import {
  chosenShowtimeSchema,
  seatNumbersSchema,
  showtimeDateSchema,
  showtimeSchema,
  showtimeTimeSchema,
} from '#contract/showtime.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const SEATS = `Choose 1 to ${MAXIMUM_SEATS} different seats of 1 to 64`;
const DATE = 'Choose one of the dates on offer';
const TIME = 'Choose one of the showtimes';

describe('section 5: seats of a purchase', () => {
  test.each([[[1]], [[64]], [seatsFrom(1).toReversed()]])('%j is accepted as it stands', (seatNumbers) => {
    expect(parseResult(seatNumbersSchema, seatNumbers)).toEqual({ accepted: seatNumbers });
  });

  test.each([
    [[]],
    [[0]],
    [[65]],
    [[-1]],
    [[1.5]],
    [[1, 1]],
    [seatsFrom(1, MAXIMUM_SEATS + 1)],
    ['1,2'],
    [1],
    [null],
    [undefined],
    [{ 0: 1 }],
  ])('reliability 12: %j is refused', (seatNumbers) => {
    expect(parseResult(seatNumbersSchema, seatNumbers)).toEqual({ refused: { body: SEATS } });
  });

  test.each([[['1']], [[[1]]], [[null]], [[true]], [[Number.NaN]]])(
    'reliability 12: %j is refused at its seat',
    (seatNumbers) => {
      expect(parseResult(seatNumbersSchema, seatNumbers)).toEqual({ refused: { 0: SEATS } });
    },
  );
});

describe('section 2: date and time of a showtime', () => {
  test.each([
    '01 Jan',
    '29 Feb',
    '05 Mar',
    '30 Apr',
    '01 May',
    '02 Jun',
    '03 Jul',
    '04 Aug',
    '05 Sep',
    '06 Oct',
    '07 Nov',
    '31 Dec',
  ])('%s reads like a date on offer', (date) => {
    expect(parseResult(showtimeDateSchema, date)).toEqual({ accepted: date });
  });

  test.each([
    ['5 Mar'],
    ['05 mar'],
    ['05 MAR'],
    ['05 Maret'],
    ['05 Mei'],
    ['05 Sept'],
    ['05  Mar'],
    [' 05 Mar'],
    ['05 Mar\n'],
    ['05 Mar 2026'],
    ['2026-03-05'],
    ['\u0660\u0665 Mar'],
    [''],
    [5],
    [null],
    [undefined],
    [['05 Mar']],
  ])('the date %j is refused', (date) => {
    expect(parseResult(showtimeDateSchema, date)).toEqual({ refused: { body: DATE } });
  });

  test.each(['11.40', '14.30', '17.15', '20.35'])('%s is a showtime', (time) => {
    expect(parseResult(showtimeTimeSchema, time)).toEqual({ accepted: time });
  });

  test.each([['11:40'], ['11.4'], ['14.30 '], ['00.00'], [''], [14.3], [null], [undefined]])(
    'the time %j is refused',
    (time) => {
      expect(parseResult(showtimeTimeSchema, time)).toEqual({ refused: { body: TIME } });
    },
  );

  test('a query keeps date and time and drops the rest', () => {
    expect(parseResult(showtimeSchema, { showtimeDate: '05 Mar', showtimeTime: '14.30', other: 'x' })).toEqual({
      accepted: { showtimeDate: '05 Mar', showtimeTime: '14.30' },
    });
  });

  test('a query given twice is refused', () => {
    expect(parseResult(showtimeSchema, { showtimeDate: ['05 Mar', '06 Mar'], showtimeTime: ['14.30'] })).toEqual({
      refused: { showtimeDate: DATE, showtimeTime: TIME },
    });
  });
});

describe('section 7: the showtime of a question for booked seats', () => {
  const showtime = { showtimeDate: '05 Mar', showtimeTime: '14.30' };

  test('is that of its date and time', () => {
    expect(parseResult(chosenShowtimeSchema, { ...showtime, other: 'x' })).toEqual({ accepted: showtime });
  });

  test.each([[undefined], [''], ['null'], ['undefined']])('is not chosen while date or time is %j', (none) => {
    for (const missing of [
      { showtimeDate: none },
      { showtimeTime: none },
      { showtimeDate: none, showtimeTime: none },
    ]) {
      expect(parseResult(chosenShowtimeSchema, { ...showtime, ...missing })).toEqual({ accepted: undefined });
    }
  });

  test.each([['NULL'], [' '], ['none'], ['0'], [null], [[]], [['', '']]])('is refused for the text %j', (other) => {
    expect(parseResult(chosenShowtimeSchema, { showtimeDate: other, showtimeTime: other })).toEqual({
      refused: { showtimeDate: DATE, showtimeTime: TIME },
    });
    expect(parseResult(chosenShowtimeSchema, { showtimeDate: other })).toEqual({ refused: { showtimeDate: DATE } });
  });
});

describe('section 7: booked seats', () => {
  const entry = { showtimeDate: '05 Mar', showtimeTime: '14.30', movieTitle: 'Metropolis', seatNumbers: [1, 2] };

  test('the list is one entry, or none while no showtime is chosen', () => {
    expect(parseResult(bookedSeatsListSchema, [{ ...entry, owner: 'x' }])).toEqual({ accepted: [entry] });
    expect(parseResult(bookedSeatsListSchema, [])).toEqual({ accepted: [] });
    for (const answer of [entry, [entry, entry], [{ ...entry, seatNumbers: ['1'] }], [null]]) {
      expect(parseResult(bookedSeatsListSchema, answer)).toHaveProperty('refused');
    }
  });

  test('an empty hall is an entry without seats', () => {
    expect(parseResult(bookedSeatsListSchema, [{ ...entry, seatNumbers: [] }])).toEqual({
      accepted: [{ ...entry, seatNumbers: [] }],
    });
  });

  test('the calls that follow a purchase and a cancellation name showtime, film and seats', () => {
    for (const movieId of [1, '1']) {
      expect(parseResult(recordSeatsSchema, { ...entry, movieId, price: 0 })).toEqual({
        accepted: { ...entry, movieId: '1' },
      });
    }
    expect(parseResult(releaseSeatsSchema, { ...entry, price: 0 })).toEqual({ accepted: entry });
  });

  test.each([
    ['recording', recordSeatsSchema, { movieId: 1 }],
    ['releasing', releaseSeatsSchema, {}],
  ])('%s refuses bad seats, dates and times with their sentences', (_, schema, rest) => {
    const body = { ...entry, ...rest, seatNumbers: [0], showtimeDate: '5 Mar', showtimeTime: '14:30' };
    expect(parseResult(schema, body)).toEqual({
      refused: { showtimeDate: DATE, showtimeTime: TIME, seatNumbers: SEATS },
    });
    expect(refusedFields(schema, { ...entry, ...rest, movieTitle: 5 })).toEqual(['movieTitle']);
  });

  test('recording needs the film\u2019s id', () => {
    for (const movieId of [undefined, null, true, [1], {}]) {
      expect(refusedFields(recordSeatsSchema, { ...entry, movieId })).toEqual(['movieId']);
    }
  });
});
