import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failed } from '#domain/failure.ts';
import { isFull, isSeatSelection, MAXIMUM_SEATS, seatsInBoth, sortSeats } from '#domain/seats.ts';
import { canToggleSeat, isSeatLoss, seatStateOf, toggleSeat, withSavedSeats } from '#domain/selection.ts';
import { seatsFrom } from '../seatsFrom.ts';

const seat = fc.integer({ min: 1, max: 64 });
const seats = fc.uniqueArray(seat, { maxLength: 64 });
const selection = fc.uniqueArray(seat, { maxLength: MAXIMUM_SEATS }).map(sortSeats);

describe('section 4: the state of a seat', () => {
  test.each([
    [1, 'free', [], [2]],
    [2, 'sold', [], [2]],
    [2, 'sold', [2], [2]],
    [3, 'selected', [3], []],
    [3, 'selected', seatsFrom(3), []],
    [40, 'barred', seatsFrom(3), []],
    [40, 'sold', seatsFrom(3), [40]],
  ])('seat %i is %s while %j are selected and %j are sold', (seatNumber, state, selected, sold) => {
    expect(seatStateOf(seatNumber, { selected, sold, held: [], kept: [], isFull: isFull(selected), friends: [] })).toBe(
      state,
    );
  });
});

describe('held seats: the state of a seat that another user holds', () => {
  test.each([
    ['held', [], []],
    ['held', seatsFrom(3), []],
    ['selected', [2], []],
    ['sold', [], [2]],
  ])('seat 2 is %s while %j are selected and %j are sold', (state, selected, sold) => {
    expect(seatStateOf(2, { selected, sold, held: [2], kept: [], isFull: isFull(selected), friends: [] })).toBe(state);
  });
});

describe('watching together: the state of a friend\u2019s seat', () => {
  test.each([
    [2, 'friends', [], [2, 3], [2]],
    [3, 'sold', [], [2, 3], [2]],
    [2, 'free', [], [], [2]],
    [2, 'selected', [2], [], [2]],
    [2, 'barred', seatsFrom(3), [], [2]],
  ])(
    'seat %i is %s while %j are selected, %j are sold and %j are those of friends',
    (seatNumber, state, selected, sold, friends) => {
      expect(seatStateOf(seatNumber, { selected, sold, held: [], kept: [], isFull: isFull(selected), friends })).toBe(
        state,
      );
    },
  );
});

describe('watching together: the state of a seat that is kept for friends', () => {
  test.each([
    ['kept', [], []],
    ['barred', seatsFrom(3), []],
    ['selected', [2], []],
    ['sold', [], [2]],
  ])('seat 2 is %s while %j are selected and %j are sold', (state, selected, sold) => {
    const seats = { selected, sold, held: [], kept: [2], isFull: isFull(selected), friends: [] };
    expect(seatStateOf(2, seats)).toBe(state);
  });
});

describe('section 4: a click on a seat', () => {
  test.each([
    ['a free seat', 11, [], [], true],
    ['a selected seat', 11, [11], [], true],
    ['a sold seat', 11, [], [11], false],
    ['a selected seat that has been sold since', 11, [11], [11], true],
    ['a seat above the maximum of a purchase', 40, seatsFrom(11), [], false],
    ['a selected seat of a full selection', 12, seatsFrom(11), [], true],
  ])('%s: seat %d can be toggled with %j selected and %j sold: %s', (_, number, selected, sold, can) => {
    expect(canToggleSeat(number, selected, sold)).toBe(can);
  });

  test.each([
    [12, [], [12]],
    [2, [11, 40], [2, 11, 40]],
    [20, [11, 40], [11, 20, 40]],
    [11, [11, 40], [40]],
    [40, [40], []],
  ])('toggling seat %d changes %j to %j', (number, before, after) => {
    expect(toggleSeat(number, before)).toEqual(after);
  });

  test('toggling a seat twice changes nothing', () => {
    fc.assert(
      fc.property(seat, selection, (number, selected) => {
        expect(toggleSeat(number, toggleSeat(number, selected))).toEqual(selected);
      }),
    );
  });

  test('the selection never exceeds the maximum of a purchase, has no sold seat, and is ascending', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 66 }), { maxLength: 40 }), seats, (clicks, sold) => {
        const selected = clicks.reduce<readonly number[]>(
          (chosen, number) => (canToggleSeat(number, chosen, sold) ? toggleSeat(number, chosen) : chosen),
          [],
        );
        expect(selected.length === 0 || isSeatSelection(selected)).toBe(true);
        expect(seatsInBoth(selected, sold)).toEqual([]);
        expect(selected).toEqual(sortSeats(selected));
      }),
    );
  });
});

describe('saved seats', () => {
  test.each([
    ['are restored in ascending order', [], [20, 11], [11, 20]],
    ['are added to the selected seats without duplicates', [11], [20, 11], [11, 20]],
    ['are cut to the maximum of a purchase', [], [40, ...seatsFrom(11)], [...seatsFrom(11, MAXIMUM_SEATS - 1), 40]],
    ['never replace selected seats', [1, 2], seatsFrom(20), [1, 2, ...seatsFrom(20, MAXIMUM_SEATS - 2)]],
    ['can be an empty list', [11], [], [11]],
    ['that are already selected do not count twice towards the maximum', [1, 2, 3], seatsFrom(3), seatsFrom(1)],
  ])('%s', (_, selected, saved, together) => {
    expect(withSavedSeats(selected, saved)).toEqual(together);
  });
});

test.each([
  ['seat_taken', true],
  ['seat_held', true],
  ['too_many_holds', false],
])('the error %s reports a lost seat: %s', (code, expected) => {
  expect(isSeatLoss(failed(code))).toBe(expected);
});
