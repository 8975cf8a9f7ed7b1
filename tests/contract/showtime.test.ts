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
  test('are accepted as they stand', () => {
    expect(parseResult(seatNumbersSchema, seatsFrom(1).toReversed())).toEqual({ accepted: seatsFrom(1).toReversed() });
  });

  test('reliability 12: seats that cannot be bought at once are refused, and what is no list of them', () => {
    for (const seatNumbers of [[], [65], seatsFrom(1, MAXIMUM_SEATS + 1), '1,2', 1, null, undefined, { 0: 1 }])
      expect(parseResult(seatNumbersSchema, seatNumbers)).toEqual({ refused: { body: SEATS } });
  });

  test('reliability 12: what is no number is refused at its seat', () => {
    for (const seat of ['1', [1], null, true, Number.NaN])
      expect(parseResult(seatNumbersSchema, [seat])).toEqual({ refused: { 0: SEATS } });
  });
});

describe('section 2: date and time of a showtime', () => {
  test('a date of any month is read as it stands', () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    for (const month of months)
      expect(parseResult(showtimeDateSchema, `05 ${month}`)).toEqual({ accepted: `05 ${month}` });
  });

  test('a date written in another way is refused', () => {
    const others = ['5 Mar', '05 mar', '05 Maret', '05 Sept', '05  Mar', ' 05 Mar', '05 Mar\n', '05 Mar 2026'];
    for (const date of [...others, '2026-03-05', '\u0660\u0665 Mar', '', 5, null, undefined, ['05 Mar']])
      expect(parseResult(showtimeDateSchema, date), String(date)).toEqual({ refused: { body: DATE } });
  });

  test('a time is one of the four, as text', () => {
    expect(parseResult(showtimeTimeSchema, '14.30')).toEqual({ accepted: '14.30' });
    for (const time of ['14:30', '14.30 ', '', 14.3, null, undefined])
      expect(parseResult(showtimeTimeSchema, time)).toEqual({ refused: { body: TIME } });
  });

  test('a query retains date and time and drops the rest', () => {
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

  test.each([undefined, '', 'null', 'undefined'])('is not chosen while date or time is %j', (none) => {
    for (const missing of [
      { showtimeDate: none },
      { showtimeTime: none },
      { showtimeDate: none, showtimeTime: none },
    ]) {
      expect(parseResult(chosenShowtimeSchema, { ...showtime, ...missing })).toEqual({ accepted: undefined });
    }
  });

  test('is refused for any other text or kind', () => {
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
    ['a purchase', bookingSchema, { movieAgeRating: 13, movieTicketPrice: 35_000, moviePoster: '/posters/1.svg' }],
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
