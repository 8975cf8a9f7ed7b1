import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestSeats, isBetter } from '#domain/bestSeats.ts';
import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';

const everySeat = seatsFrom(1, SEATS_IN_HALL);
const seats = fc.uniqueArray(fc.constantFrom(...everySeat), { maxLength: SEATS_IN_HALL });
const friendSeats = fc.uniqueArray(fc.constantFrom(...everySeat), { maxLength: MAXIMUM_SEATS });
const counts = fc.integer({ min: 1, max: MAXIMUM_SEATS });
const hall = { taken: [], beside: [] };

function freeIn(taken: readonly number[]): number[] {
  return everySeat.filter((seat) => !taken.includes(seat));
}

function mirrored(seatNumbers: readonly number[]): number[] {
  return seatNumbers.map((seat) => Math.floor((seat - 1) / 8) * 8 + 8 - ((seat - 1) % 8));
}

describe('the best seats', () => {
  test.each([
    [1, [28]],
    [2, [27, 28]],
    [3, [26, 27, 28]],
    [4, [25, 26, 27, 28]],
    [5, [25, 26, 27, 28, 29]],
    [6, [25, 26, 27, 28, 29, 30]],
  ])(
    'of an empty hall: %i seats are in the middle row next to the aisle, on one side of it if they fit',
    (count, best) => {
      expect(bestSeats({ count, ...hall })).toEqual(best);
    },
  );

  test.each([
    ['the next row if the middle row has no two adjacent seats', 2, [26, 28, 30, 32, 34, 36, 38, 40], [19, 20]],
    ['seats of the row that leave no single free seat', 3, freeIn([25, 26, 27, 28, 30, 31, 32]), [30, 31, 32]],
    ['seats that do not leave the first seat of the hall alone', 3, freeIn(seatsFrom(1, 7)), [5, 6, 7]],
    ['another row to seats on both sides of the aisle', 2, [25, 26, 27, 30, 31, 32, 33, 34, 35, 38, 39, 40], [19, 20]],
    ['one row with a gap to two rows', 2, freeIn([1, 5, 63]), [1, 5]],
    ['seats one behind the other if no row has enough', 2, freeIn([3, 11, 62]), [3, 11]],
    ['two pairs to three groups that are closer together', 4, freeIn([1, 2, 4, 6, 7]), [1, 2, 6, 7]],
    ['seats one behind the other to the end of a row and the start of the next', 2, freeIn([8, 9, 17]), [9, 17]],
    ['adjacent rows to a row near the middle', 2, freeIn([3, 11, 27]), [3, 11]],
    ['the smallest gap to seats near the centre line', 2, freeIn([25, 27, 30]), [25, 27]],
    [
      'five seats in the row nearer to the middle, although they cross the aisle',
      5,
      freeIn([17, 18, 19, 21, 22, 25, 26, 28, 29, 30]),
      [25, 26, 28, 29, 30],
    ],
    [
      'a seat that leaves no single free seat to the seat nearest to the centre line',
      1,
      freeIn([27, 28, 30, 31, 32]),
      [30],
    ],
  ])('prefer %s', (_, count, taken, best) => {
    expect(bestSeats({ count, taken, beside: [] })).toEqual(best);
  });

  test.each([
    ['adjacent seats in the row of the friends', 2, [9, 10], [9, 10], [11, 12]],
    ['the adjacent seat on their side of the aisle to the one across it', 1, [28], [28], [27]],
    ['the row behind or in front of them if their row is full', 2, seatsFrom(9, 8), [9, 10], [17, 18]],
    ['the middle of the hall if nothing near them is free', 1, seatsFrom(1, 24), [9, 10], [28]],
    ['the seat next to a friend to one further along the row', 1, [9], [9], [10]],
    [
      'the middle of the hall to the start of the next row, which only has the next number',
      1,
      [...seatsFrom(1, 8), 16],
      [8],
      [28],
    ],
  ])('beside friends prefer %s', (_, count, taken, beside, best) => {
    expect(bestSeats({ count, taken, beside })).toEqual(best);
  });

  test('are `count` free seats in ascending order, or undefined if fewer are free', () => {
    fc.assert(
      fc.property(counts, seats, friendSeats, (count, taken, beside) => {
        const best = bestSeats({ count, taken, beside });
        if (freeIn(taken).length < count) return expect(best).toBeUndefined();
        expect(best).toHaveLength(count);
        expect(best?.filter((seat) => taken.includes(seat))).toEqual([]);
        expect(best).toEqual(best?.toSorted((a, b) => a - b));
      }),
    );
  });

  test('are never worse than any other choice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), seats, friendSeats, (count, taken, beside) => {
        const best = bestSeats({ count, taken, beside });
        if (best === undefined) return;
        const better = choicesOf(freeIn(taken), count).find((choice) => isBetter(choice, best, { taken, beside }));
        expect(better).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  test('are equally good in the mirrored hall', () => {
    fc.assert(
      fc.property(counts, seats, friendSeats, (count, taken, beside) => {
        const best = bestSeats({ count, taken, beside });
        const other = { taken: mirrored(taken), beside: mirrored(beside) };
        const there = bestSeats({ count, ...other });
        if (best === undefined || there === undefined) return expect(there).toBe(best);
        expect([isBetter(mirrored(best), there, other), isBetter(there, mirrored(best), other)]).toEqual([
          false,
          false,
        ]);
      }),
    );
  });
});

function choicesOf(free: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return free.flatMap((seat, index) =>
    choicesOf(free.slice(index + 1), count - 1).map((others) => [seat].concat(others)),
  );
}
