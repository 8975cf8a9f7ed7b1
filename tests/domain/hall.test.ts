import type { Failure } from '#domain/failure.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterCheck,
  afterLoss,
  afterReport,
  canHold,
  canShare,
  hasSharedSeats,
  HOLD_EXPIRED,
  isAllPaid,
  isHeldForUser,
  keptSeats,
  seatsOfOthers,
  seatsToHold,
  SHARE_OVER,
  takenSeats,
  unavailableSeats,
  type Hall,
  type Seats,
} from '#domain/hall.ts';
import { MAXIMUM_SEATS, SEATS_IN_HALL, sortSeats } from '#domain/seats.ts';
import { lostSeats, withoutSeats } from '#domain/selection.ts';

const EMPTY: Hall = { sold: [], held: [], selected: [], pending: [], hold: undefined, share: undefined };
const GROWN_UP = { viewer: { age: 30 }, movie: { age_rating: 18 } };
const CHILD = { ...GROWN_UP, viewer: { age: 12 } };
const SIGNED_OUT = { ...GROWN_UP, viewer: undefined };

const seat = fc.integer({ min: 1, max: SEATS_IN_HALL });
const seats = fc.uniqueArray(seat, { maxLength: SEATS_IN_HALL }).map(sortSeats);
const selection = fc.uniqueArray(seat, { maxLength: MAXIMUM_SEATS }).map(sortSeats);
const share = fc.oneof(
  fc.constantFrom(undefined, 'awaited' as const),
  fc.record({ seatNumbers: selection, paid: selection }),
);
const hold = fc.option(fc.record({ seatNumbers: selection }), { nil: undefined });
const report: fc.Arbitrary<Seats> = fc.record({ sold: seats, held: seats });
const halls: fc.Arbitrary<Hall> = fc.record({
  sold: seats,
  held: seats,
  selected: selection,
  pending: fc.oneof(fc.constant([]), selection),
  hold,
  share,
});

/** The hall after a report, without the seats that the report takes from the selection. */
function withReport(hall: Hall, next: Seats): Hall {
  const { hall: reported, loss } = afterReport(hall, next);
  return without({ ...hall, ...reported }, loss);
}

function without(hall: Hall, loss: Failure | undefined): Hall {
  return loss === undefined ? hall : { ...hall, ...afterLoss(hall, loss) };
}

describe('live seats: a report of the feed', () => {
  test.each<[string, number[], number[], Seats, number[] | undefined]>([
    ['takes no seat that stays free', [11, 12], [], { sold: [1], held: [] }, undefined],
    ['takes a selected seat that has been sold', [11, 12], [], { sold: [1, 12], held: [] }, [12]],
    [
      'takes no seat that is only held, because the hold may be the user\u2019s',
      [11],
      [],
      { sold: [], held: [11] },
      undefined,
    ],
    [
      'takes no seat that the user\u2019s own purchase has',
      [11, 12],
      [11, 12],
      { sold: [11, 12], held: [] },
      undefined,
    ],
    ['takes a seat beside the user\u2019s own purchase', [11, 12], [11], { sold: [11, 12], held: [] }, [12]],
  ])('%s', (_, selected, pending, next, lost) => {
    const { hall, loss } = afterReport({ selected, pending }, next);
    expect(hall).toEqual(next);
    expect(loss && { code: loss.code, seatNumbers: loss.seatNumbers }).toEqual(
      lost && { code: 'seat_taken', seatNumbers: lost },
    );
  });

  test('leaves no selected seat that is sold, except those of the user\u2019s own purchase', () => {
    fc.assert(
      fc.property(halls, report, (before, next) => {
        const { selected, pending, sold } = withReport(before, next);
        expect(lostSeats(withoutSeats(selected, pending), sold)).toEqual([]);
      }),
    );
  });

  test('replaces the sold and held seats, and changes nothing if it arrives a second time', () => {
    fc.assert(
      fc.property(halls, report, (before, next) => {
        const after = withReport(before, next);
        expect({ sold: after.sold, held: after.held }).toEqual(next);
        expect(withReport(after, next)).toEqual(after);
        expect(afterReport(after, next).loss).toBeUndefined();
      }),
    );
  });

  test('keeps the selection in its order, and takes only seats that it reports as sold', () => {
    fc.assert(
      fc.property(halls, report, (before, next) => {
        const { selected } = withReport(before, next);
        expect(selected).toEqual(before.selected.filter((each) => selected.includes(each)));
        expect(lostSeats(withoutSeats(before.selected, selected), next.sold)).toEqual(
          withoutSeats(before.selected, selected),
        );
      }),
    );
  });

  test('of two reports the last one decides what is sold and held, and the selection is the same in either order', () => {
    fc.assert(
      fc.property(halls, report, report, (before, one, other) => {
        const after = withReport(withReport(before, one), other);
        const reversed = withReport(withReport(before, other), one);
        expect({ sold: after.sold, held: after.held }).toEqual(other);
        expect({ sold: reversed.sold, held: reversed.held }).toEqual(one);
        expect(after.selected).toEqual(reversed.selected);
      }),
    );
  });
});

describe('held seats: the user\u2019s hold, read from the server', () => {
  const two = { ...EMPTY, selected: [11, 12], held: [11, 12] };

  test.each<[string, Hall, { hold: Hall['hold']; held: number[] }, Pick<Failure, 'code' | 'seatNumbers'> | undefined]>([
    ['takes nothing if no seat is held', two, { hold: undefined, held: [] }, undefined],
    ['takes no seat that the user holds', two, { hold: { seatNumbers: [11, 12] }, held: [11, 12] }, undefined],
    [
      'reports no end of a hold that is found again',
      { ...two, hold: { seatNumbers: [11, 12] } },
      { hold: { seatNumbers: [11, 12] }, held: [11, 12] },
      undefined,
    ],
    [
      'takes a seat that another user holds',
      two,
      { hold: undefined, held: [11, 30] },
      { code: 'seat_held', seatNumbers: [11] },
    ],
    [
      'takes only the seats that are missing in the user\u2019s hold',
      two,
      { hold: { seatNumbers: [11] }, held: [11, 12] },
      { code: 'seat_held', seatNumbers: [12] },
    ],
    [
      'takes no seat that is shared with the user',
      { ...two, share: { seatNumbers: [11, 12], paid: [] } },
      { hold: undefined, held: [11, 12] },
      undefined,
    ],
    [
      'takes no seat before it is known which ones are shared',
      { ...two, share: 'awaited' },
      { hold: undefined, held: [11, 12] },
      undefined,
    ],
    [
      'reports the end of a hold whose seats are free again, and takes no seat',
      { ...two, hold: { seatNumbers: [11, 12] } },
      { hold: undefined, held: [] },
      { code: 'hold_expired', seatNumbers: [] },
    ],
    [
      'reports the end of a hold once, together with the seats that another user holds now',
      { ...two, hold: { seatNumbers: [11, 12] } },
      { hold: undefined, held: [12] },
      { code: 'hold_expired', seatNumbers: [12] },
    ],
    [
      'reports the end of a hold that was replaced by one of other seats',
      { ...two, hold: { seatNumbers: [11, 12] } },
      { hold: { seatNumbers: [11, 40] }, held: [11, 40] },
      { code: 'hold_expired', seatNumbers: [] },
    ],
    [
      'reports no end of a hold that did not have all selected seats',
      { ...two, hold: { seatNumbers: [11] } },
      { hold: undefined, held: [] },
      undefined,
    ],
    [
      'reports no end of the hold whose seats the user is buying',
      { ...two, hold: { seatNumbers: [11, 12] }, pending: [11, 12] },
      { hold: undefined, held: [] },
      undefined,
    ],
  ])('%s', (_, before, found, expected) => {
    const { hall, loss } = afterCheck(before, found);
    expect(hall).toEqual({ hold: found.hold });
    expect(loss && { code: loss.code, seatNumbers: loss.seatNumbers }).toEqual(expected);
  });

  test('leaves no selected seat that another user holds, as soon as it is known which ones are shared', () => {
    fc.assert(
      fc.property(halls, hold, seats, (before, found, held) => {
        const { hall, loss } = afterCheck(before, { hold: found, held });
        const after = without({ ...before, ...hall }, loss);
        const chosen = (each: Hall) => withoutSeats(each.selected, before.sold);
        if (before.share === 'awaited') expect(chosen(after)).toEqual(chosen(before));
        else expect(lostSeats(after.selected, seatsOfOthers({ ...after, held }))).toEqual([]);
        expect(after.sold).toEqual(before.sold);
      }),
    );
  });
});

describe('a loss', () => {
  test.each([
    ['of sold seats marks them as sold', 'seat_taken', { sold: [1, 11], held: [2], selected: [12] }],
    ['of held seats marks them as held', 'seat_held', { sold: [1], held: [2, 11], selected: [12] }],
    [
      'of a hold marks the seats that another user took as held',
      'hold_expired',
      { sold: [1], held: [2, 11], selected: [12] },
    ],
  ])('%s', (_, code, expected) => {
    const loss = { code, seatNumbers: [11] };
    expect(afterLoss({ ...EMPTY, sold: [1], held: [2], selected: [11, 12] }, loss)).toEqual(expected);
  });

  test('without seats keeps the selection', () => {
    const hall = { ...EMPTY, sold: [1], held: [2], selected: [11, 12] };
    for (const loss of [HOLD_EXPIRED, SHARE_OVER])
      expect(afterLoss(hall, loss)).toEqual({ sold: [1], held: [2], selected: [11, 12] });
  });

  test('deselects other sold seats, but not those of the user\u2019s own purchase', () => {
    const hall = { ...EMPTY, sold: [11, 12, 13], selected: [11, 12, 13], pending: [13] };
    expect(afterLoss(hall, { code: 'seat_taken', seatNumbers: [11] }).selected).toEqual([13]);
  });

  test('keeps the sold and held seats ascending and without duplicates', () => {
    fc.assert(
      fc.property(halls, fc.constantFrom('seat_taken', 'seat_held'), selection, (hall, code, seatNumbers) => {
        const { sold, held, selected } = afterLoss(hall, { code, seatNumbers });
        expect([sold, held]).toEqual([sortSeats([...new Set(sold)]), sortSeats([...new Set(held)])]);
        expect(lostSeats(seatNumbers, code === 'seat_taken' ? sold : held)).toEqual(seatNumbers);
        expect(lostSeats(selected, seatNumbers)).toEqual([]);
      }),
    );
  });
});

describe('the seats of a hall', () => {
  test.each([
    ['without a purchase, the taken seats are the sold ones', [2, 9], [], [2, 9]],
    ['the seats of the user\u2019s own purchase are taken before the feed reports them', [9], [2, 12], [2, 9, 12]],
    ['a seat that the feed also reports is taken once', [2, 9], [2], [2, 9]],
  ])('%s', (_, sold, pending, taken) => {
    expect(takenSeats({ sold, pending })).toEqual(taken);
  });

  test.each([
    ['nobody shares seats', undefined, []],
    ['it is unknown whether seats are shared', 'awaited' as const, []],
    ['seats are shared', { seatNumbers: [3, 4], paid: [5] }, [3, 4]],
  ])('the kept seats are those that are not paid for yet: %s', (_, shared, kept) => {
    expect(keptSeats({ share: shared })).toEqual(kept);
  });

  test.each([
    ['all held seats, without a hold of the user', undefined, undefined, [1, 2, 3, 4]],
    ['not those of the user\u2019s hold', { seatNumbers: [1, 2] }, undefined, [3, 4]],
    ['not the kept ones', undefined, { seatNumbers: [4], paid: [] }, [1, 2, 3]],
    ['neither those of the hold nor the kept ones', { seatNumbers: [1] }, { seatNumbers: [4], paid: [] }, [2, 3]],
    ['also shared ones while they are unknown', { seatNumbers: [1] }, 'awaited' as const, [2, 3, 4]],
  ])('the seats of other users are %s', (_, own, shared, others) => {
    expect(seatsOfOthers({ held: [1, 2, 3, 4], hold: own, share: shared })).toEqual(others);
  });

  test('a seat is unavailable if it is sold, in the user\u2019s own purchase, or held by another user', () => {
    expect(
      unavailableSeats({ ...EMPTY, sold: [9], pending: [12], held: [1, 2, 3], hold: { seatNumbers: [2] } }),
    ).toEqual([1, 3, 9, 12]);
  });
});

describe('the seats that a hold of the user has to keep', () => {
  const selected = [11, 12, 13];

  test.each<[string, number[], Hall['share'], number[]]>([
    ['are the selected ones', [], undefined, [11, 12, 13]],
    ['are the selected ones while it is unknown which are shared', [], 'awaited', [11, 12, 13]],
    ['do not include shared ones', [], { seatNumbers: [12, 40], paid: [13] }, [11, 13]],
    ['do not include those of a running purchase', [11, 12], undefined, [13]],
    ['can be none', [11], { seatNumbers: [12, 13], paid: [] }, []],
  ])('%s', (_, pending, shared, expected) => {
    expect(seatsToHold({ selected, pending, share: shared })).toEqual(expected);
  });

  test.each<[string, boolean, Hall['hold'], number[], number[]]>([
    ['all are in the hold', true, { seatNumbers: [11, 12, 13] }, selected, []],
    ['the hold has more seats', true, { seatNumbers: [11, 12, 13, 14] }, selected, []],
    ['one is missing in the hold', false, { seatNumbers: [11, 12] }, selected, []],
    ['there is no hold', false, undefined, selected, []],
    ['no seat is selected', false, { seatNumbers: [11] }, [], []],
    ['all are being bought', false, { seatNumbers: [11, 12, 13] }, selected, selected],
    ['the one that is missing in the hold is being bought', true, { seatNumbers: [11, 12] }, selected, [13]],
  ])('the selection is held for the user if %s: %s', (_, expected, own, chosen, pending) => {
    expect(isHeldForUser({ selected: chosen, pending, hold: own, share: undefined })).toBe(expected);
  });

  test('shared seats need no hold of the user', () => {
    const shared = { seatNumbers: [12, 13], paid: [] };
    expect(isHeldForUser({ selected, pending: [], hold: { seatNumbers: [11] }, share: shared })).toBe(true);
    expect(isHeldForUser({ selected: [12, 13], pending: [], hold: { seatNumbers: [11] }, share: shared })).toBe(false);
  });

  test.each<[string, boolean, Pick<Hall, 'selected' | 'pending' | 'share'>, object]>([
    ['an adult who has selected seats', true, { selected, pending: [], share: undefined }, GROWN_UP],
    ['an adult without seats', false, { selected: [], pending: [], share: undefined }, GROWN_UP],
    ['a child', false, { selected, pending: [], share: undefined }, CHILD],
    ['a signed-out visitor', false, { selected, pending: [], share: undefined }, SIGNED_OUT],
    ['a user before it is known which seats are shared', false, { selected, pending: [], share: 'awaited' }, GROWN_UP],
    [
      'a user who has selected only shared seats',
      false,
      { selected: [12], pending: [], share: { seatNumbers: [12], paid: [] } },
      GROWN_UP,
    ],
    [
      'a user who has selected shared and other seats',
      true,
      { selected, pending: [], share: { seatNumbers: [12], paid: [] } },
      GROWN_UP,
    ],
    ['a user who is buying the selected seats', false, { selected, pending: selected, share: undefined }, GROWN_UP],
  ])('seats can be held for %s: %s', (_, expected, hall, buyer) => {
    expect(canHold({ ...GROWN_UP, ...hall, ...buyer })).toBe(expected);
  });
});

describe('sharing seats with friends', () => {
  const selected = [11, 12];

  test.each<[string, boolean, Hall['share'], number[]]>([
    ['no seats are shared', false, undefined, selected],
    ['it is unknown which seats are shared', false, 'awaited', selected],
    ['shared seats are selected', true, { seatNumbers: [12, 40], paid: [] }, selected],
    ['only other seats are selected', false, { seatNumbers: [40], paid: [11] }, selected],
  ])('the selection has shared seats if %s: %s', (_, expected, shared, chosen) => {
    expect(hasSharedSeats({ selected: chosen, share: shared })).toBe(expected);
  });

  test.each<[string, boolean, Hall['share']]>([
    ['no seats are shared', false, undefined],
    ['it is unknown whether seats are shared', false, 'awaited'],
    ['one seat is not paid for', false, { seatNumbers: [12], paid: [11] }],
    ['every seat is paid for', true, { seatNumbers: [], paid: [11, 12] }],
  ])('all shared seats are paid for if %s: %s', (_, expected, shared) => {
    expect(isAllPaid(shared)).toBe(expected);
  });

  const CODE = 'kV3xQ0b7T2mNfYc9Zr1s-_';
  const shareable = { ...GROWN_UP, selected, share: undefined, ownShareCode: undefined };

  test.each<[string, boolean, Partial<Parameters<typeof canShare>[0]>]>([
    ['two seats', true, {}],
    ['one seat', false, { selected: [11] }],
    ['no seat', false, { selected: [] }],
    ['seats of a child', false, CHILD],
    ['seats of a signed-out visitor', false, SIGNED_OUT],
    ['other seats before it is known whether some are shared', false, { share: 'awaited' }],
    ['other seats while some wait for a friend', false, { share: { seatNumbers: [40], paid: [41] } }],
    ['other seats after all shared ones were paid for', true, { share: { seatNumbers: [], paid: [40, 41] } }],
    [
      'other seats after all of the user\u2019s shared ones were paid for',
      true,
      { ownShareCode: CODE, share: { seatNumbers: [], paid: [40, 41] } },
    ],
    ['other seats while the page does not follow the user\u2019s own shared ones', false, { ownShareCode: CODE }],
  ])('a user may share %s: %s', (_, expected, change) => {
    expect(canShare({ ...shareable, ...change })).toBe(expected);
  });
});
