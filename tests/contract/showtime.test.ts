import { describe, expect, test } from 'vitest';
import { bookedSeatsListSchema, recordSeatsSchema, releaseSeatsSchema } from '#contract/bookedSeats.ts';
import { bookingSchema } from '#contract/booking.ts';
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
  test('are accepted in their order', () => {
    expect(parseResult(seatNumbersSchema, seatsFrom(1).toReversed())).toEqual({ accepted: seatsFrom(1).toReversed() });
  });

  test('reliability 12: refuses seats that cannot be bought together, and values that are no list', () => {
    for (const seatNumbers of [[], [65], seatsFrom(1, MAXIMUM_SEATS + 1), '1,2', 1, null, undefined, { 0: 1 }])
      expect(parseResult(seatNumbersSchema, seatNumbers)).toEqual({ refused: { body: SEATS } });
  });

  test('reliability 12: reports the error at the index of the value that is not a number', () => {
    for (const seat of ['1', [1], null, true, Number.NaN])
      expect(parseResult(seatNumbersSchema, [seat])).toEqual({ refused: { 0: SEATS } });
  });
});

describe('section 2: date and time of a showtime', () => {
  test('accepts a date of any month', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    for (const month of months)
      expect(parseResult(showtimeDateSchema, `05 ${month}`)).toEqual({ accepted: `05 ${month}` });
  });

  test('refuses a date in another format', () => {
    const others = ['5 Mar', '05 mar', '05 Maret', '05 Sept', '05  Mar', ' 05 Mar', '05 Mar\n', '05 Mar 2026'];
    for (const date of [...others, '2026-03-05', '\u0660\u0665 Mar', '', 5, null, undefined, ['05 Mar']])
      expect(parseResult(showtimeDateSchema, date), String(date)).toEqual({ refused: { body: DATE } });
  });

  test('accepts the four times as text', () => {
    expect(parseResult(showtimeTimeSchema, '14.30')).toEqual({ accepted: '14.30' });
    for (const time of ['14:30', '14.30 ', '', 14.3, null, undefined])
      expect(parseResult(showtimeTimeSchema, time)).toEqual({ refused: { body: TIME } });
  });

  test('a query keeps date and time and drops other parameters', () => {
    expect(parseResult(showtimeSchema, { showtimeDate: '05 Mar', showtimeTime: '14.30', other: 'x' })).toEqual({
      accepted: { showtimeDate: '05 Mar', showtimeTime: '14.30' },
    });
  });

  test('refuses a parameter that is given twice', () => {
    expect(parseResult(showtimeSchema, { showtimeDate: ['05 Mar', '06 Mar'], showtimeTime: ['14.30'] })).toEqual({
      refused: { showtimeDate: DATE, showtimeTime: TIME },
    });
  });
});

describe('section 7: the showtime in a request for booked seats', () => {
  const showtime = { showtimeDate: '05 Mar', showtimeTime: '14.30' };

  test('consists of date and time', () => {
    expect(parseResult(chosenShowtimeSchema, { ...showtime, other: 'x' })).toEqual({ accepted: showtime });
  });

  test.each([undefined, '', 'null', 'undefined'])('is undefined while date or time is %j', (none) => {
    for (const missing of [
      { showtimeDate: none },
      { showtimeTime: none },
      { showtimeDate: none, showtimeTime: none },
    ]) {
      expect(parseResult(chosenShowtimeSchema, { ...showtime, ...missing })).toEqual({ accepted: undefined });
    }
  });

  test('refuses every value that is neither a valid showtime nor one of the texts for none', () => {
    for (const other of ['NULL', ' ', 'none', '0', null, [], ['', '']]) {
      expect(parseResult(chosenShowtimeSchema, { showtimeDate: other, showtimeTime: other })).toEqual({
        refused: { showtimeDate: DATE, showtimeTime: TIME },
      });
      expect(parseResult(chosenShowtimeSchema, { showtimeDate: other })).toEqual({ refused: { showtimeDate: DATE } });
    }
  });
});

describe('section 7: booked seats', () => {
  const entry = { showtimeDate: '05 Mar', showtimeTime: '14.30', movieTitle: 'Metropolis', seatNumbers: [1, 2] };

  test('the list has one entry, or none while no showtime is chosen', () => {
    expect(parseResult(bookedSeatsListSchema, [{ ...entry, owner: 'x' }])).toEqual({ accepted: [entry] });
    expect(parseResult(bookedSeatsListSchema, [])).toEqual({ accepted: [] });
    for (const answer of [entry, [entry, entry], [{ ...entry, seatNumbers: ['1'] }], [null]]) {
      expect(parseResult(bookedSeatsListSchema, answer)).toHaveProperty('refused');
    }
  });

  test('an empty hall has an entry without seats', () => {
    expect(parseResult(bookedSeatsListSchema, [{ ...entry, seatNumbers: [] }])).toEqual({
      accepted: [{ ...entry, seatNumbers: [] }],
    });
  });

  test('the second calls of a purchase and a cancellation contain showtime, film and seats', () => {
    for (const movieId of [1, '1']) {
      expect(parseResult(recordSeatsSchema, { ...entry, movieId, price: 0 })).toEqual({
        accepted: { ...entry, movieId: '1' },
      });
    }
    expect(parseResult(releaseSeatsSchema, { ...entry, price: 0 })).toEqual({ accepted: entry });
  });

  test.each([
    ['a purchase', bookingSchema, { movieAgeRating: 13, movieTicketPrice: 35_000, moviePoster: '/posters/1.svg' }],
    ['recording', recordSeatsSchema, { movieId: 1 }],
    ['releasing', releaseSeatsSchema, {}],
  ])('%s refuses invalid seats, dates and times with their messages', (_, schema, rest) => {
    const body = { ...entry, ...rest, seatNumbers: [0], showtimeDate: '5 Mar', showtimeTime: '14:30' };
    expect(parseResult(schema, body)).toEqual({
      refused: { showtimeDate: DATE, showtimeTime: TIME, seatNumbers: SEATS },
    });
    expect(refusedFields(schema, { ...entry, ...rest, movieTitle: 5 })).toEqual(['movieTitle']);
  });
});
