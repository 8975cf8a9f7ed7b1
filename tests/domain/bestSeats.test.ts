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
  ])('of an empty hall for %i users are in the middle row, by the aisle if that separates no group', (count, best) => {
    expect(bestSeats({ count, ...hall })).toEqual(best);
  });

  test.each([
    ['the next row where the middle one has no two side by side', 2, [26, 28, 30, 32, 34, 36, 38, 40], [19, 20]],
    [
      'no lone seat behind that another choice of the row avoids',
      3,
      freeIn([25, 26, 27, 28, 30, 31, 32]),
      [30, 31, 32],
    ],
    ['another row rather than across the aisle', 2, [25, 26, 27, 30, 31, 32, 33, 34, 35, 38, 39, 40], [19, 20]],
    ['all in one row with a gap rather than in two rows', 2, freeIn([1, 5, 63]), [1, 5]],
    ['neighbours in two rows where no row has room', 2, freeIn([3, 11, 62]), [3, 11]],
    ['two pairs rather than three groups closer together', 4, freeIn([1, 2, 4, 6, 7]), [1, 2, 6, 7]],
    ['two seats in front of each other rather than the end of a row and the next', 2, freeIn([8, 9, 17]), [9, 17]],
    ['rows next to each other rather than one near the middle', 2, freeIn([3, 11, 27]), [3, 11]],
    ['the smallest gap rather than seats near the centre line', 2, freeIn([25, 27, 30]), [25, 27]],
    [
      'five in the row nearer to the middle, though they cross the aisle',
      5,
      freeIn([17, 18, 19, 21, 22, 25, 26, 28, 29, 30]),
      [25, 26, 28, 29, 30],
    ],
    ['no lone seat behind where the seat nearest to the centre line would', 1, freeIn([27, 28, 30, 31, 32]), [30]],
  ])('leave %s', (_, count, taken, best) => {
    expect(bestSeats({ count, taken, beside: [] })).toEqual(best);
  });

  test.each([
    ['directly beside friends in their row', 2, [9, 10], [9, 10], [11, 12]],
    ['beside them on their side of the aisle rather than across it', 1, [28], [28], [27]],
    ['behind or before them where their row is full', 2, seatsFrom(9, 8), [9, 10], [17, 18]],
    ['in the middle where nothing near them is free', 1, seatsFrom(1, 24), [9, 10], [28]],
    ['right beside a friend rather than further along the row', 1, [9], [9], [10]],
    ['in the middle where only the start of the next row follows a friend', 1, [...seatsFrom(1, 8), 16], [8], [28]],
  ])('stand %s', (_, count, taken, beside, best) => {
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
