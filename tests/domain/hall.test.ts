import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterLoss,
  afterReport,
  canHold,
  canShare,
  hasSharedSeats,
  holdForUser,
  isAllPaid,
  isHeldForUser,
  isShareKnown,
  isShareOver,
  lossBetween,
  ownHold,
  seatReportOf,
  seatsOfOthers,
  seatsToHold,
  sharedSeats,
  soldSeats,
  unavailableSeats,
  unreportedAnswers,
  type Hall,
  type ReportedHold,
  type SeatReport,
} from '#domain/hall.ts';
import { MAXIMUM_SEATS, SEATS_IN_HALL, seatsInBoth, seatsWithout, sortSeats } from '#domain/seats.ts';

const AT = 1_800_000_000_000;
const CODE = 'kV3xQ0b7T2mNfYc9Zr1s-_';
const MINE = held('me', [11, 12]);
const SHARE = held('friend', [21, 22], { share: 'link', paidSeatNumbers: [20] });
const MY_SHARE = { ...SHARE, by: 'me' };
const ALL_PAID = { ...MY_SHARE, seatNumbers: [], paidSeatNumbers: [20, 21, 22] };
const SHARED = { id: SHARE.id, seatNumbers: [21, 22], paid: [20], expiresAt: AT };
const ANSWERED = { id: SHARE.id, seatNumbers: [21, 22], expiresAt: AT, shareCode: CODE };

const FREE = reporting([]);
const UNMARKED = { userMark: undefined };
const UNKNOWN = { shareCode: CODE, codeMark: undefined };
const LINK = { shareCode: CODE, codeMark: 'link' };
const HELD = { answer: { hold: MINE, at: AT } };
const RELEASED = { answer: { hold: undefined, at: AT } };
const SHARING = { answer: { hold: ANSWERED, at: AT }, ...UNKNOWN };
const BOUGHT = { bought: { seatNumbers: [11, 12], at: AT } };
const ALL_PAID_RELEASED = { ...LINK, ...RELEASED, ...reporting([ALL_PAID]) };
const PAID = { ...SHARED, seatNumbers: [], paid: ALL_PAID.paidSeatNumbers };
const NO_ANSWER = { answer: undefined, bought: undefined };
const NO_LINK = { shareCode: undefined, codeMark: undefined };
const EMPTY: Hall = {
  ...FREE,
  ...NO_ANSWER,
  ...NO_LINK,
  left: undefined,
  inPurchase: [],
  userMark: 'me',
  wish: undefined,
  selected: [],
};
const TWO: Hall = { ...EMPTY, selected: [11, 12] };

function held(by: string, seatNumbers: number[], more: Partial<ReportedHold> = {}): ReportedHold {
  return { by, id: `${by} ${seatNumbers.join()}`, seatNumbers, expiresAt: AT, ...more };
}

function reporting(holds: ReportedHold[], sold: number[] = []) {
  return { report: { sold, holds } };
}

function withReport(hall: Hall, report: SeatReport, at: number): Hall {
  return { ...hall, ...afterReport(hall, report, at) };
}

/** The hall after a report, which arrives again for as long as it brings a loss. */
function afterLosses(before: Hall, report: SeatReport): Hall {
  const after = withReport(before, report, AT);
  const loss = lossBetween({ before, after });
  return loss === undefined ? after : afterLosses({ ...after, ...afterLoss(after, loss) }, report);
}

const seats = fc.uniqueArray(fc.integer({ min: 1, max: SEATS_IN_HALL })).map(sortSeats);
const selection = seats.map((all) => all.slice(0, MAXIMUM_SEATS));
const anyHold: fc.Arbitrary<ReportedHold> = fc.record({
  by: fc.constantFrom('me', 'friend', 'stranger'),
  id: fc.constantFrom('a', 'b', SHARE.id),
  seatNumbers: selection,
  expiresAt: fc.constant(AT),
  share: fc.constantFrom(undefined, 'link', 'another link'),
});
const anyReport: fc.Arbitrary<SeatReport> = fc.record({ sold: seats, holds: fc.array(anyHold, { maxLength: 4 }) });
const anyAnswer = fc.option(fc.oneof(anyHold, fc.constant(ANSWERED)), { nil: undefined });
const anyLoss = fc.record({ code: fc.constantFrom('seat_taken', 'seat_held'), seatNumbers: selection });

describe('live seats: reports and answers', () => {
  test.each<[boolean, string, Partial<Hall>, { report: SeatReport }, number]>([
    [true, 'a hold if the report does not show it', HELD, FREE, 0],
    [false, 'a hold if the report shows it', HELD, reporting([MINE]), 0],
    [true, 'a hold if the report shows the one that it replaced', HELD, reporting([held('me', [11])]), 0],
    [true, 'a hold until the user\u2019s mark is known', { ...HELD, ...UNMARKED }, reporting([MINE]), 0],
    [true, 'a hold almost three seconds later', HELD, FREE, 2999],
    [false, 'a hold three seconds later, also at a heartbeat', HELD, FREE, 3000],
    [false, 'a hold if the clock was set back by three seconds', HELD, FREE, -3000],
    [true, 'a release if the report still shows the hold', RELEASED, reporting([MINE]), 0],
    [false, 'a release if the report shows no hold of the user', RELEASED, reporting([SHARE]), 0],
    [false, 'a release if the report shows only paid seats of the user', RELEASED, reporting([ALL_PAID]), 0],
    [true, 'a release until the user\u2019s mark is known', { ...RELEASED, ...UNMARKED }, FREE, 0],
    [true, 'a share until the mark of its code is known', SHARING, reporting([MY_SHARE]), 0],
    [false, 'a share if the report shows it', { ...SHARING, ...LINK }, reporting([MY_SHARE]), 0],
    [true, 'a purchase if the report lacks one of its seats', BOUGHT, reporting([], [11]), 0],
    [false, 'a purchase if the report shows its seats', BOUGHT, reporting([], [11, 12, 13]), 0],
    [false, 'a purchase three seconds later', BOUGHT, FREE, 3000],
  ])('the answer still counts after a report (%s): %s', (counts, _, change, { report }, delay) => {
    const { answer, bought } = { ...NO_ANSWER, ...(counts && change) };
    expect(afterReport({ ...EMPTY, ...change }, report, AT + delay)).toEqual({ report, answer, bought });
  });

  test.each<[boolean, string, Partial<Hall>]>([
    [true, 'a hold before the first report', { ...HELD, report: undefined }],
    [true, 'a hold that the last report does not show', { ...HELD, ...FREE }],
    [false, 'a hold that the last report shows', { ...HELD, ...reporting([MINE]) }],
    [true, 'a share until the mark of its code is known', { ...SHARING, ...reporting([MY_SHARE]) }],
    [false, 'a share that the last report shows', { ...SHARING, ...LINK, ...reporting([MY_SHARE]) }],
    [true, 'a release if the last report shows no hold: it may be older than the hold', { ...RELEASED, ...FREE }],
    [true, 'a purchase if the last report lacks one of its seats', { ...BOUGHT, ...reporting([], [11]) }],
    [false, 'a purchase if the last report shows its seats', { ...BOUGHT, ...reporting([], [11, 12]) }],
  ])('the answer counts after it arrives (%s): %s', (counts, _, change) => {
    const { answer, bought } = { ...NO_ANSWER, ...(counts && change) };
    expect(unreportedAnswers({ ...EMPTY, ...change })).toEqual({ answer, bought });
  });

  test('the page shows the last report in the end, in whatever order reports and answers arrive', () => {
    const step = fc.oneof(
      anyReport.map((report) => (hall: Hall, at: number) => withReport(hall, report, at)),
      anyAnswer.map((hold) => (hall: Hall, at: number): Hall => ({ ...hall, answer: { hold, at } })),
      selection.map((seatNumbers) => (hall: Hall, at: number): Hall => ({ ...hall, bought: { seatNumbers, at } })),
      anyLoss.map((loss) => (hall: Hall): Hall => ({ ...hall, ...afterLoss(hall, loss) })),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(4000))), anyReport, (steps, last) => {
        let [hall, at]: [Hall, number] = [{ ...EMPTY, ...LINK }, AT];
        for (const [change, wait] of steps) hall = change(hall, (at += wait));
        const shown = withReport(hall, last, at + 3000);
        expect(soldSeats(shown)).toEqual(last.sold);
        expect(ownHold(shown)).toBe(last.holds.find(({ by, seatNumbers }) => by === 'me' && seatNumbers.length > 0));
        expect(sharedSeats(shown)?.seatNumbers).toBe(last.holds.find(({ share }) => share === 'link')?.seatNumbers);
      }),
    );
  });
});

describe('held seats: whose a hold is', () => {
  test.each<[string, Partial<Hall>, object | undefined, object | undefined]>([
    ['has the hold with their mark', reporting([SHARE, MINE]), MINE, MINE],
    ['has no hold before their mark is known', { ...UNMARKED, ...reporting([MINE]) }, undefined, undefined],
    ['has the hold of a newer answer', { ...HELD, ...reporting([held('me', [40])]) }, MINE, MINE],
    ['has no hold after a newer release', { ...RELEASED, ...reporting([MINE]) }, undefined, undefined],
    ['does not hold shared seats alone', reporting([MY_SHARE]), MY_SHARE, undefined],
    ['does not hold seats alone that they have just shared', SHARING, ANSWERED, undefined],
    ['has no hold of shared seats that are all paid for', reporting([ALL_PAID]), undefined, undefined],
  ])('a user %s', (_, change, own, alone) => {
    const hall = { ...EMPTY, ...change };
    expect([ownHold(hall), holdForUser(hall)]).toEqual([own, alone]);
  });

  test.each<[string, Partial<Hall>, object | undefined, boolean]>([
    ['those with the mark of its code', { ...LINK, ...reporting([MINE, SHARE]) }, SHARED, true],
    ['none that have another mark', { shareCode: CODE, codeMark: 'x', ...reporting([SHARE]) }, undefined, true],
    ['unknown before the mark is known', { ...UNKNOWN, ...reporting([MINE, SHARE]) }, undefined, false],
    ['unknown before the first report', { ...LINK, report: undefined }, undefined, false],
    ['those of an answer with its code', { ...SHARING, report: undefined }, { ...SHARED, paid: [] }, true],
    ['unknown after an answer with another code', { ...SHARING, shareCode: 'another' }, undefined, false],
    ['none after the user stopped sharing', { ...LINK, ...RELEASED, ...reporting([MY_SHARE]) }, undefined, true],
    ['those of a friend after the user released seats', { ...LINK, ...RELEASED, ...reporting([SHARE]) }, SHARED, true],
    ['those that are all paid for, also after the user released other seats', ALL_PAID_RELEASED, PAID, true],
    ['none if the URL has no link', { codeMark: 'link', ...reporting([SHARE]) }, undefined, true],
  ])('the shared seats of a link are %s', (_, change, shared, isKnown) => {
    const hall = { ...EMPTY, ...change };
    expect([sharedSeats(hall), isShareKnown(hall)]).toEqual([shared, isKnown]);
  });
});

describe('the seats of a hall', () => {
  test.each<[string, Partial<Hall>, number[]]>([
    ['those of the report', { left: [3], ...reporting([], [2, 9]) }, [2, 9]],
    ['those that the visitor left, before the first report', { left: [3], report: undefined }, [3]],
    ['also those of a running purchase', { inPurchase: [2, 12], ...reporting([], [2, 9]) }, [2, 9, 12]],
    ['also those of the last purchase', { ...BOUGHT, inPurchase: [40] }, [11, 12, 40]],
  ])('the sold seats are %s', (_, change, sold) => {
    expect(soldSeats({ ...EMPTY, ...change })).toEqual(sold);
  });

  test.each<[string, Partial<Hall>, number[]]>([
    ['all held seats, ascending, without a user', UNMARKED, [1, 2, 3, 11, 12, 21, 22]],
    ['not those of the user', {}, [1, 2, 3, 21, 22]],
    ['not those of the user in a newer answer', { ...UNMARKED, ...HELD }, [1, 2, 3, 21, 22]],
    ['not those that the user has just released', RELEASED, [1, 2, 3, 21, 22]],
    ['not the shared ones', LINK, [1, 2, 3]],
  ])('the seats of other users are %s; they are unavailable, and so are sold ones', (_, change, others) => {
    const holds = [MINE, SHARE, held('stranger', [3]), held('another', [1, 2])];
    const hall = { ...EMPTY, ...reporting(holds, [3, 50]), inPurchase: [40], ...change };
    expect([seatsOfOthers(hall), unavailableSeats(hall)]).toEqual([others, [...others, 40, 50]]);
  });

  test.each<[string, Partial<Hall>, number[], boolean]>([
    ['all selected seats without a link', {}, [11, 12, 21], false],
    ['all selected seats before it is known which are shared', UNKNOWN, [11, 12, 21], false],
    ['no shared seats', LINK, [11, 12], true],
    ['no seats that are not selected', { ...LINK, selected: [11] }, [11], false],
    ['no seats of a running purchase', { inPurchase: [12, 21] }, [11], false],
    ['no seats of the last purchase', BOUGHT, [21], false],
  ])('a hold has to keep %s', (_, change, toHold, hasShared) => {
    const hall = { ...EMPTY, ...reporting([SHARE]), selected: [11, 12, 21], ...change };
    expect([seatsToHold(hall), hasSharedSeats(hall)]).toEqual([toHold, hasShared]);
  });

  test.each<[boolean, string, Partial<Hall>]>([
    [true, 'the hold has all of them', {}],
    [false, 'the hold lacks one', { selected: [11, 12, 21] }],
    [true, 'the hold lacks one that is shared', { ...LINK, selected: [11, 21] }],
    [true, 'the hold lacks one that the user is buying', { selected: [11, 40], inPurchase: [40] }],
    [false, 'the user is buying all of them', { inPurchase: [11, 12] }],
    [false, 'no seat is selected', { selected: [] }],
    [false, 'there is no hold', RELEASED],
    [false, 'the page is releasing the hold', { wish: 'release' }],
    [false, 'the user shares them', { ...reporting([MY_SHARE]), selected: [21] }],
  ])('the selected seats are held for the user (%s): %s', (expected, _, change) => {
    expect(isHeldForUser({ ...TWO, ...reporting([MINE, SHARE]), ...change })).toBe(expected);
  });

  test.each<[string, Partial<Hall> & { viewer?: { age: number } | undefined }, boolean, boolean]>([
    ['an adult with two seats', {}, true, true],
    ['an adult with one seat', { selected: [11] }, true, false],
    ['an adult without seats', { selected: [] }, false, false],
    ['a child', { viewer: { age: 12 } }, false, false],
    ['a signed-out visitor', { viewer: undefined }, false, false],
    ['a user before it is known which seats are shared', UNKNOWN, false, false],
    ['a user with a shared and another seat', { ...LINK, selected: [11, 21], ...reporting([SHARE]) }, true, false],
    ['a user with shared seats', { ...LINK, selected: [21, 22], ...reporting([SHARE]) }, false, false],
    ['a user with other seats after all shared ones were paid for', { ...LINK, ...reporting([ALL_PAID]) }, true, true],
    ['a user who shares other seats, without their link', reporting([MY_SHARE]), false, false],
  ])('%s may hold them (%j): %s, and share them: %s', (_, change, mayHold, mayShare) => {
    const hall = { viewer: { age: 30 }, movie: { age_rating: 18 }, ...TWO, ...change };
    expect([canHold(hall), canShare(hall)]).toEqual([mayHold, mayShare]);
  });
});

describe('live seats: losses', () => {
  const HOLDING = reporting([MINE]);
  const KEPT = { ...LINK, selected: [12, 21], ...reporting([SHARE]) };
  const LOST = reporting([held('stranger', [12, 30])]);
  const SOLD = reporting([held('stranger', [11])], [1, 12]);

  test.each<[string, Partial<Hall>, Partial<Hall>, string, number[]]>([
    ['a seat that is sold', {}, reporting([], [1, 12]), 'seat_taken', [12]],
    ['a saved seat that is sold', { selected: [], left: [12] }, { ...TWO, ...SOLD }, 'seat_taken', [12]],
    ['a seat that is sold beside those of their purchase', { inPurchase: [11] }, SOLD, 'seat_taken', [12]],
    ['a seat that another user holds', {}, LOST, 'seat_held', [12]],
    ['a seat that their own hold lacks', {}, reporting([held('me', [11]), held('x', [12])]), 'seat_held', [12]],
    ['the hold of seats that are free again', HOLDING, FREE, 'hold_expired', []],
    ['the hold, and a seat that another user holds by then', HOLDING, LOST, 'hold_expired', [12]],
    ['the hold if one of other seats replaced it', HOLDING, reporting([held('me', [11, 40])]), 'hold_expired', []],
    ['the hold that has ended before a report shows it', HOLDING, RELEASED, 'hold_expired', []],
    ['a sold seat rather than the hold', HOLDING, SOLD, 'seat_taken', [12]],
    ['a sold seat rather than shared ones', KEPT, SOLD, 'seat_taken', [12]],
    ['shared seats, of which another user holds one by then, with one message', KEPT, LOST, 'share_ended', [12]],
    ['a held seat if no shared one is selected', { ...KEPT, selected: [12] }, LOST, 'seat_held', [12]],
  ])('a user loses %s', (_, first, second, code, seatNumbers) => {
    const before = { ...TWO, ...first };
    expect(lossBetween({ before, after: { ...before, ...second } })).toEqual({ code, seatNumbers });
  });

  test.each<[string, Partial<Hall>, Partial<Hall>]>([
    ['a seat that stays free', {}, reporting([held('stranger', [40])], [1])],
    ['a seat that they hold', HOLDING, HOLDING],
    ['a sold seat of their running purchase', { inPurchase: [11, 12] }, SOLD],
    ['a sold seat of their last purchase', {}, { ...BOUGHT, ...SOLD }],
    ['the hold of seats that they are buying', { ...HOLDING, inPurchase: [11, 12] }, FREE],
    ['the hold of seats that they no longer select', HOLDING, { ...FREE, selected: [] }],
    ['a hold that lacked a selected seat', reporting([held('me', [11])]), FREE],
    ['a hold that the page was changing', { ...HOLDING, wish: 'hold' }, { ...FREE, wish: undefined }],
    ['a hold that the page was releasing', { ...HOLDING, wish: 'release' }, { ...FREE, wish: undefined }],
    ['the hold of another user', HOLDING, { ...FREE, userMark: 'another user' }],
    ['a held seat before their mark is known', UNMARKED, LOST],
    ['a hold before their mark is known', { ...UNMARKED, ...HELD }, RELEASED],
    ['a held seat before it is known which ones are shared', UNKNOWN, LOST],
    ['shared seats that they stop sharing', { ...KEPT, wish: 'stop' }, FREE],
    ['a held seat that is shared with them', { ...LINK, selected: [12, 21] }, KEPT],
    ['a held seat while the page asks for a hold', { wish: 'hold' }, LOST],
    ['a held seat while the page asks for a share', { wish: 'share' }, LOST],
  ])('a user does not lose %s', (_, first, second) => {
    const before = { ...TWO, ...first };
    expect(lossBetween({ before, after: { ...before, ...second } })).toBeUndefined();
  });

  test.each<[boolean, string, Partial<Hall>, Partial<Hall>]>([
    [true, 'the report no longer has them', {}, FREE],
    [true, 'the server has released them', reporting([MY_SHARE]), RELEASED],
    [false, 'all of them are paid for', {}, reporting([ALL_PAID])],
    [false, 'no seats were shared before', FREE, HOLDING],
    [false, 'the visitor opens another link', {}, { ...FREE, shareCode: 'another' }],
    [false, 'it is not known yet which seats are shared', SHARING, { ...FREE, ...NO_ANSWER }],
  ])('shared seats are no longer kept (%s): %s', (expected, _, first, second) => {
    const before = { ...EMPTY, ...KEPT, ...first };
    expect(isShareOver({ before, after: { ...before, ...second } })).toBe(expected);
  });

  test('shared seats are all paid for if none is left, and not if there is no share', () => {
    expect([{ ...SHARED, seatNumbers: [] }, SHARED, undefined].map(isAllPaid)).toEqual([true, false, false]);
  });

  test.each<[string, string, number[], number[], number[], number[]]>([
    ['sold seats as sold', 'seat_taken', [11], [12], [1, 11], [2]],
    ['held seats as held', 'seat_held', [2, 11], [12], [1], [2, 11]],
    ['seats that others hold after the end of a hold as held', 'hold_expired', [11], [12], [1], [2, 11]],
    ['no seats if it names none', 'share_ended', [], [11, 12], [1], [2]],
  ])('a loss deselects and marks %s, until the next report', (_, code, seatNumbers, selected, sold, others) => {
    const before = { ...TWO, ...reporting([held('stranger', [2])], [1]) };
    const hall = { ...before, ...afterLoss(before, { code, seatNumbers }) };
    expect([hall.selected, soldSeats(hall), seatsOfOthers(hall)]).toEqual([selected, sold, others]);
    expect(withReport(hall, before.report, AT)).toEqual({ ...before, selected });
  });

  test('a loss deselects other sold seats, but not those of the user\u2019s own purchase', () => {
    const hall = { ...EMPTY, ...reporting([], [11, 12, 13]), selected: [11, 12, 13], inPurchase: [13] };
    expect(afterLoss(hall, { code: 'seat_held', seatNumbers: [11] }).selected).toEqual([13]);
  });

  test('the selection loses the sold and held seats, no others, and none twice', () => {
    const anyHall = fc.record({
      report: anyReport,
      answer: fc.option(fc.record({ hold: anyAnswer, at: fc.constant(AT) }), { nil: undefined }),
      inPurchase: fc.oneof(fc.constant([]), selection),
      userMark: fc.constantFrom(undefined, 'me'),
      codeMark: fc.constantFrom(undefined, 'link'),
      shareCode: fc.constantFrom(undefined, CODE),
      wish: fc.constantFrom(undefined, 'hold', 'release', 'share', 'stop'),
      selected: selection,
    });
    fc.assert(
      fc.property(anyHall, anyReport, (any, report) => {
        const hall = afterLosses({ ...EMPTY, ...any }, report);
        const isAsking = hall.wish === 'hold' || hall.wish === 'share';
        const mayLose = hall.userMark !== undefined && isShareKnown(hall) ? unavailableSeats(hall) : soldSeats(hall);
        // The server decides about held seats that the page asks for, unless shared seats end at the same time.
        const mustLose = isAsking ? soldSeats(hall) : mayLose;
        const lost = seatsWithout(any.selected, [...hall.selected, ...hall.inPurchase]);
        expect(seatsWithout(lost, mayLose)).toEqual([]);
        expect(seatsInBoth(seatsWithout(hall.selected, hall.inPurchase), mustLose)).toEqual([]);
        expect(seatsWithout(seatsInBoth(any.selected, hall.inPurchase), hall.selected), 'its own purchase').toEqual([]);
        expect(hall.report).toEqual(report);
      }),
    );
  });
});

describe('live seats: before the first report', () => {
  const LEFT: Hall = { ...TWO, report: undefined, left: [1, 2] };

  test('the page shows the sold seats of the last visit, and no hold', () => {
    expect({ sold: soldSeats(LEFT), held: seatsOfOthers(LEFT), own: ownHold(LEFT) }).toEqual({
      sold: [1, 2],
      held: [],
      own: undefined,
    });
    expect(soldSeats({ ...LEFT, left: undefined })).toEqual([]);
  });

  test('a refusal adds its seats to those of the last visit', () => {
    const hall = { ...LEFT, ...afterLoss(LEFT, { code: 'seat_taken', seatNumbers: [11] }) };
    expect({ sold: soldSeats(hall), held: seatsOfOthers(hall), selected: hall.selected }).toEqual({
      sold: [1, 2, 11],
      held: [],
      selected: [12],
    });
  });
});

test('live seats: a received report gives the end of a hold in epoch milliseconds, and no hold if none is listed', () => {
  const hold = { by: 'me', id: '7f3a12c0', seatNumbers: [11] };
  expect(seatReportOf({ seatNumbers: [1], holds: [{ ...hold, expiresAt: '2027-01-15T08:00:00.000Z' }] })).toEqual({
    sold: [1],
    holds: [{ ...hold, expiresAt: AT }],
  });
  expect(seatReportOf({ seatNumbers: [1] })).toEqual({ sold: [1], holds: [] });
});
