import { takenMessage } from '../fixtures/messages.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seatRow, seatRows, seatSide } from '#domain/seatNames.ts';
import {
  isSeatNumber,
  isSeatSelection,
  MAXIMUM_SEATS,
  SEATS_IN_HALL,
  seatsInBoth,
  seatsOfEither,
  seatsWithout,
  sortSeats,
} from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { rowList, rowsOfSeats, seatList, seatName } from '#messages/seats.ts';

const LEFT = [
  [1, 2, 3, 4],
  [9, 10, 11, 12],
  [17, 18, 19, 20],
  [25, 26, 27, 28],
  [33, 34, 35, 36],
  [41, 42, 43, 44],
  [49, 50, 51, 52],
  [57, 58, 59, 60],
];

describe('section 2: seat layout', () => {
  test('there are eight rows of four seats on each side of the aisle', () => {
    expect(seatRows()).toEqual(
      LEFT.map((left, row) => ({ letter: 'ABCDEFGH'[row], left, right: left.map((seat) => seat + 4) })),
    );
  });

  test('row and side of each seat match the layout', () => {
    for (const { letter, left, right } of seatRows()) {
      expect([...left, ...right].map(seatRow)).toEqual(Array.from({ length: 8 }, () => letter));
      expect(left.map(seatSide)).toEqual(['left', 'left', 'left', 'left']);
      expect(right.map(seatSide)).toEqual(['right', 'right', 'right', 'right']);
    }
  });

  test.each([
    [1, 'Seat 1, row A, left side'],
    [21, 'Seat 21, row C, right side'],
    [64, 'Seat 64, row H, right side'],
  ])('seat %i is named %s', (seat, name) => {
    expect(seatName(seat)).toBe(name);
  });
});

describe('section 9: seats in the hall and in a purchase', () => {
  test('the hall has 64 seats, a purchase at most 6', () => {
    expect({ SEATS_IN_HALL, MAXIMUM_SEATS }).toEqual({ SEATS_IN_HALL: 64, MAXIMUM_SEATS: 6 });
  });

  test.each([
    [1, true],
    [64, true],
    [0, false],
    [-1, false],
    [65, false],
    [1.5, false],
    [Number.NaN, false],
  ])('%d is a seat: %s', (value, is) => {
    expect(isSeatNumber(value)).toBe(is);
  });

  test.each([
    [[], false],
    [[1], true],
    [seatsFrom(1), true],
    [[6, 1, 64], true],
    [seatsFrom(1, MAXIMUM_SEATS + 1), false],
    [[1, 1], false],
    [[0], false],
    [[65], false],
    [[1, 2.5], false],
  ])('reliability 12: %j can be bought together: %s', (seats, allowed) => {
    expect(isSeatSelection(seats)).toBe(allowed);
  });
});

describe('two lists of seats', () => {
  test.each([
    ['one common seat', [12, 11], [30, 12], [11, 12, 30], [12], [11]],
    ['no common seat', [12, 11], [1], [1, 11, 12], [], [12, 11]],
    ['the same seats', [12, 11], [11, 12], [11, 12], [12, 11], []],
    ['no seats', [], [], [], [], []],
  ])('can have %s', (_, one, other, either, both, without) => {
    expect([seatsOfEither(one, other), seatsInBoth(one, other), seatsWithout(one, other)]).toEqual([
      either,
      both,
      without,
    ]);
  });

  test('every seat of the first list is either in the second one or not, and in both together once', () => {
    const seats = fc.uniqueArray(fc.integer({ min: 1, max: SEATS_IN_HALL }));
    fc.assert(
      fc.property(seats, seats, (one, other) => {
        const [both, without] = [seatsInBoth(one, other), seatsWithout(one, other)];
        expect(sortSeats([...both, ...without])).toEqual(sortSeats(one));
        expect(seatsOfEither(one, other)).toEqual(sortSeats([...without, ...other]));
      }),
    );
  });
});

describe('section 3: seat numbers as text', () => {
  test('sorts numerically and does not change the list', () => {
    const seats = [10, 9, 2, 64, 1];
    expect(sortSeats(seats)).toEqual([1, 2, 9, 10, 64]);
    expect(seats).toEqual([10, 9, 2, 64, 1]);
  });

  test.each([
    [[12], 'Seat 12'],
    [[13, 12], 'Seats 12 and 13'],
    [[10, 9, 2], 'Seats 2, 9 and 10'],
  ])('formats %j as %s', (seats, text) => {
    expect(seatList(seats)).toBe(text);
  });

  test.each([
    [[12], 'row B'],
    [[17, 2, 1], 'rows A and C'],
    [[64, 17, 1], 'rows A, C and H'],
  ])('the rows of %j are %s', (seats, text) => {
    expect(rowList(seats)).toBe(text);
  });

  test.each([
    [[48, 45, 46, 47], ['Row F · 45–48']],
    [[12], ['Row B · 12']],
    [
      [64, 17, 5, 2, 1],
      ['Row A · 1–2, 5', 'Row C · 17', 'Row H · 64'],
    ],
    [
      [8, 9],
      ['Row A · 8', 'Row B · 9'],
    ],
    [[], []],
  ])('the rows and seats of %j are %j', (seats, rows) => {
    expect(rowsOfSeats(seats)).toEqual(rows);
  });

  test.each([
    [[12], 'Seat 12 has just been taken'],
    [[13, 12], 'Seats 12 and 13 have just been taken'],
  ])('the message about the lost seats %j is %s', (seats, message) => {
    expect(takenMessage(seats)).toBe(message);
  });
});
