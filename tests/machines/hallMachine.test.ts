import { failureSentence } from '#contract/failureSentence.ts';
import { describe, expect, test } from 'vitest';
import { CallFailed, failed } from '#domain/failure.ts';
import { NO_LONGER_HELD, NO_LONGER_SHARED, messages } from '../fixtures/messages.ts';
import { purchaseNow } from '#machines/hallModel.ts';
import { selectIsHeld, selectReviewed, selectSuggested, selectTaken } from '#machines/hallSelectors.ts';
import { ticketOf } from '../fixtures/people.ts';
import { toast } from './openRoot.ts';
import { matinee, adult, setUpPurchase, setUpReview, setUpSeats as setUpSeatsOfPage } from './setUpBooking.ts';
import { holdOf, idOf, MINUTE, ana, screening, setUpHall, setUpHeld, setUpSeats, shareCode } from './setUpHall.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const ownShare = { id: 'a share', shareCode, seatNumbers: [11, 12], paid: [], expiresAt: 15 * MINUTE };
const nothingFound = { hold: undefined, share: undefined, held: [], mark: 'hK3x9Qa1' };

/** Seats 11 and 12 as the server reports them while they are shared for 15 minutes. */
const shared = { seatNumbers: [11, 12], paid: [], expiresAt: 15 * MINUTE, now: 0 };

/** The hold of seats 11 and 12 on the page of `setUpBooking`. */
const held = { ...holdOf([11, 12]), expiresAt: Date.parse('2026-03-05T09:05:00+07:00') };

describe('the seats of a hall', () => {
  test('show at once after Back or Forward, and the feed replaces them', () => {
    const { hall, report } = setUpHall({ left: [1, 2] });
    expect({ hasSeats: hall().hasTag('seats'), sold: hall().context.sold }).toEqual({ hasSeats: true, sold: [1, 2] });
    report([1, 2, 3], [4]);
    expect(hall().context).toMatchObject({ sold: [1, 2, 3], held: [4] });
  });

  test('that cannot be loaded show an error, and Retry loads them again', () => {
    const { alert, regions, report, send, sent } = setUpHall();
    send({ type: 'seats.failed', error: unreachable });
    expect({ regions: regions(), alert: alert(), sent }).toMatchObject({
      regions: { seats: 'failed' },
      alert: messages.unreachable,
      sent: [toast('error', failed('unreachable'), 'bottom-left')],
    });
    send({ type: 'seats.retry' });
    expect({ regions: regions(), alert: alert() }).toMatchObject({ regions: { seats: 'loading' }, alert: undefined });
    report([1]);
    expect(regions()).toMatchObject({ seats: { shown: 'choosing' } });
  });

  test('that the tab saved are selected, except those that have been sold since, which one message names', () => {
    const { report, selected, savedSeats, sent } = setUpHall({}, [11, 12]);
    report([12]);
    expect({ selected: selected(), saved: savedSeats.find(screening), sent }).toEqual({
      selected: [11],
      saved: [11],
      sent: [toast('warning', { code: 'seat_taken', seatNumbers: [12] }, 'bottom-left')],
    });
  });
});

describe('the best seats', () => {
  test('are no longer announced after the user deselects one of them, also when it is selected again', () => {
    const { hall, send, toggle } = setUpSeats();
    send({ type: 'seats.suggest', count: 2 });
    const suggested = selectSuggested(hall());
    toggle(28);
    toggle(28);
    expect({ suggested, now: selectSuggested(hall()), selected: hall().context.selected }).toEqual({
      suggested: [27, 28],
      now: [],
      selected: [27, 28],
    });
  });

  test('are those that friends share if enough of them are left', async () => {
    const { reportShare, selected, send } = setUpSeats({ shareCode });
    await reportShare(shared);
    send({ type: 'seats.suggest', count: 2 });
    expect(selected()).toEqual([11, 12]);
    send({ type: 'seats.suggest', count: 3 });
    expect(selected()).toEqual([26, 27, 28]);
  });
});

describe('the hold of the selected seats', () => {
  test('is not requested by a user who is too young, nor without a user', () => {
    const young = setUpSeats({ viewer: { ...ana, age: 12 } });
    young.open(11);
    const nobody = setUpSeats({ viewer: undefined });
    nobody.open(11);
    expect([young.requested(), nobody.requested()]).toEqual([[], []]);
  });

  test('ends at the first tick after the computer slept past its end, and opening the dialog makes another one', async () => {
    const { close, hold, open, requested, tick } = await setUpHeld();
    tick(60 * MINUTE);
    expect(hold()).toEqual({ unheld: 'expired' });
    close();
    open();
    expect(requested()).toEqual([
      [11, 12],
      [11, 12],
    ]);
  });

  test('is not requested again when the dialog opens with the same seats; other seats replace it', async () => {
    const same = setUpSeats();
    const other = setUpSeats();
    for (const { findHold, report, toggle } of [same, other]) {
      toggle(11, 12);
      report([], [11, 12]);
      await findHold.answer({ ...nothingFound, hold: holdOf([11, 12]), held: [11, 12] });
    }
    same.open();
    expect({ hold: same.hold(), requested: same.requested() }).toEqual({ hold: { held: 'reported' }, requested: [] });
    other.open(20);
    await other.createHold.answer(holdOf([11, 12, 20]));
    expect({ hold: other.hold(), requested: other.requested() }).toEqual({
      hold: { held: 'answered' },
      requested: [[11, 12, 20]],
    });
  });

  test('is given back after its response when the dialog closed before', async () => {
    const { close, createHold, hall, hold, open, releaseHold } = setUpSeats();
    open(11);
    close();
    expect(releaseHold.inputs()).toEqual([]);
    await createHold.answer(holdOf([11]));
    expect({ hold: hold(), released: releaseHold.inputs() }).toEqual({
      hold: 'releasing',
      released: [{ id: idOf([11]) }],
    });
    expect(selectIsHeld(hall())).toBe(false);
    await releaseHold.fail(unreachable);
    expect(hold()).toEqual({ unheld: 'none' });
  });

  test('covers the seats of a dialog that opened again before the response', async () => {
    const { close, createHold, hold, open, requested, toggle } = setUpSeats();
    open(11);
    close();
    toggle(11);
    open(20);
    await createHold.answer(holdOf([11]));
    expect(requested()).toEqual([[11], [20]]);
    await createHold.answer(holdOf([20]));
    expect(hold()).toEqual({ held: 'answered' });
  });

  test('is requested again when a late refusal names a seat that is no longer selected', async () => {
    const { alert, close, createHold, hold, open, regions, requested, sent } = setUpRequest();
    close();
    open(12);
    await createHold.fail(seatLoss('seat_taken'));
    expect({ requested: requested(), alert: alert(), sent, seats: regions().seats }).toEqual({
      requested: [[11, 12], [11]],
      alert: undefined,
      sent: [],
      seats: { shown: { reviewing: 'confirming' } },
    });
    await createHold.answer(holdOf([11]));
    expect(hold()).toEqual({ held: 'answered' });
  });

  test('waits for the release of the previous one', async () => {
    const { close, open, releaseHold, requested } = await setUpHeld();
    close();
    open(20);
    expect(requested()).toEqual([[11, 12]]);
    await releaseHold.answer(undefined);
    expect(requested()).toEqual([
      [11, 12],
      [11, 12, 20],
    ]);
  });

  test('is replaced by its id, and the release names the hold that it ends', async () => {
    const { close, createHold, findHold, open, releaseHold, report, toggle } = setUpSeats();
    toggle(11);
    report([], [11]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11]), held: [11] });
    open(20);
    await createHold.answer(holdOf([11, 20]));
    close();
    expect({ replaced: createHold.inputs().map(({ replaces }) => replaces), released: releaseHold.inputs() }).toEqual({
      replaced: [idOf([11])],
      released: [{ id: idOf([11, 20]) }],
    });
  });

  test('is released without an id after a lost response, because it may have been replaced', async () => {
    const { close, createHold, findHold, open, releaseHold, report, toggle } = setUpSeats();
    toggle(11);
    report([], [11]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11]), held: [11] });
    open(20);
    await createHold.fail(unreachable);
    close();
    expect(releaseHold.inputs()).toEqual([undefined]);
  });

  test('is released without an id when the response is lost after the dialog closed', async () => {
    const { close, createHold, open, releaseHold } = setUpSeats();
    open(11);
    close();
    await createHold.fail(unreachable);
    expect(releaseHold.inputs()).toEqual([undefined]);
  });

  test.each(['hold_changed', 'too_many_holds'])(
    'is searched after %s without a message, because another tab may have made it',
    async (code) => {
      const { alert, createHold, findHold, hold, open, report, sent } = setUpSeats();
      open(11);
      await createHold.fail(new CallFailed({ code }));
      expect(hold()).toBe('finding');
      report([], [30]);
      await findHold.answer({ ...nothingFound, hold: holdOf([30]), held: [30] });
      expect({ hold: hold(), alert: alert(), sent }).toEqual({
        hold: { held: 'reported' },
        alert: undefined,
        sent: [],
      });
    },
  );

  test('is not released with Back after too_many_holds, when the search fails too', async () => {
    const { close, createHold, findHold, hold, open, releaseHold } = setUpSeats();
    open(11);
    await createHold.fail(new CallFailed({ code: 'too_many_holds' }));
    close();
    await findHold.fail(unreachable);
    expect({ hold: hold(), released: releaseHold.inputs() }).toEqual({ hold: { unheld: 'waiting' }, released: [] });
  });

  test.each([{ code: 'unreachable' }, { code: 'internal' }, { code: 'too_many_attempts', retryAfter: 1 }])(
    'that fails with $code shows no message, and Back releases it',
    async (failure) => {
      const { alert, close, createHold, hold, open, releaseHold, sent } = setUpSeats();
      open(11);
      await createHold.fail(new CallFailed(failure));
      expect({ hold: hold(), alert: alert(), sent }).toEqual({
        hold: { unheld: 'unavailable' },
        alert: undefined,
        sent: [],
      });
      close();
      expect(releaseHold.inputs()).toHaveLength(1);
    },
  );

  test('refused for a reason that this version does not know shows a general message, and the purchase goes on', async () => {
    const { alert, createHold, hall, hold, open, reports, send } = setUpSeats();
    open(11);
    await createHold.fail(new CallFailed({ code: 'a_newer_rule', retryAfter: 60 }));
    expect({ hold: hold(), alert: alert() }).toEqual({
      hold: { unheld: 'unavailable' },
      alert: messages.unexpected,
    });
    send({ type: 'purchase.confirm', reviewed: selectReviewed(hall()) });
    expect({ alert: alert(), reports: reports.map(({ type }) => type) }).toEqual({
      alert: undefined,
      reports: ['purchase.confirmed'],
    });
  });

  test('without the money for it shows the message in the dialog, and the same seats can be held later', async () => {
    const { alert, close, createHold, hold, open, requested, selected } = setUpSeats();
    open(11);
    await createHold.fail(new CallFailed({ code: 'balance_required' }));
    expect({ hold: hold(), alert: alert(), selected: selected() }).toEqual({
      hold: { unheld: 'unbacked' },
      alert: failureSentence({ code: 'balance_required' }),
      selected: [11],
    });
    close();
    expect(alert()).toBeUndefined();
    open();
    expect(requested()).toEqual([[11], [11]]);
  });

  test('without the money for it is requested again once the user has topped up elsewhere', async () => {
    const { alert, createHold, open, requested, send } = setUpSeats({ viewer: { ...ana, balance: 0 } });
    open(11);
    await createHold.fail(new CallFailed({ code: 'balance_required' }));
    send({ type: 'viewer.changed', viewer: { ...ana, balance: 10_000 } });
    expect(requested()).toEqual([[11]]);
    send({ type: 'viewer.changed', viewer: ana });
    expect({ requested: requested(), alert: alert() }).toEqual({ requested: [[11], [11]], alert: undefined });
  });

  test('that still runs is released with Back when a larger one lacks the money', async () => {
    const { close, createHold, findHold, open, releaseHold, report, toggle } = setUpSeats();
    toggle(11);
    report([], [11]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11]), held: [11] });
    open(20);
    await createHold.fail(new CallFailed({ code: 'balance_required' }));
    close();
    expect(releaseHold.inputs()).toEqual([{ id: idOf([11]) }]);
  });

  test('waits until the session is restored while the dialog is open', () => {
    const { open, requested, send } = setUpSeats({ viewer: undefined });
    open(11);
    expect(requested()).toEqual([]);
    send({ type: 'viewer.changed', viewer: ana });
    expect(requested()).toEqual([[11]]);
  });

  test('waits until it is known which of the selected seats are shared', async () => {
    const { reportShare, open, requested } = setUpSeats({ shareCode });
    open(11, 20);
    expect(requested()).toEqual([]);
    await reportShare(shared);
    expect(requested()).toEqual([[20]]);
  });
});

describe('a hold that this page did not make', () => {
  test('is looked for as soon as anybody holds a seat, in the last report', async () => {
    const { findHold, hold, report } = setUpSeats();
    report([], []);
    expect(findHold.inputs()).toEqual([]);
    report([], [11]);
    report([], [11, 12]);
    await findHold.answer({ ...nothingFound, held: [11, 12] });
    report([], [11, 12]);
    expect({ searches: findHold.inputs().length, hold: hold() }).toEqual({ searches: 2, hold: { unheld: 'none' } });
  });

  test('is found when a report shows that another tab or device has made it', async () => {
    const { findHold, hall, report, toggle } = setUpSeats();
    toggle(11);
    report([], [30]);
    await findHold.answer({ ...nothingFound, held: [30] });
    report([], [12, 30], holdOf([12]));
    await findHold.answer({ ...nothingFound, hold: holdOf([12]), held: [12, 30] });
    expect(hall().context.hold).toEqual(holdOf([12]));
  });

  test('is not recognised in a report that is older than its end', async () => {
    const { close, createHold, findHold, open, releaseHold, report } = setUpSeats();
    report([], [30]);
    await findHold.answer({ ...nothingFound, held: [30] });
    open(11);
    await createHold.answer(holdOf([11]));
    close();
    await releaseHold.answer(undefined);
    report([], [30], holdOf([11]));
    expect(findHold.inputs()).toHaveLength(1);
  });

  test('is kept until a report does not show it three seconds after the answer', async () => {
    const { clock, findHold, hall, report } = await setUpHeld();
    clock.increment(2999);
    report([], [40]);
    clock.increment(60_000);
    expect({ searches: findHold.inputs().length, isHeld: selectIsHeld(hall()) }).toEqual({ searches: 0, isHeld: true });
    report([], [40]);
    expect(findHold.inputs()).toHaveLength(1);
  });

  test('is not searched without a user', () => {
    const { findHold, report } = setUpSeats({ viewer: undefined });
    report([], [11]);
    expect(findHold.inputs()).toEqual([]);
  });

  test('is looked for again when somebody holds a selected seat', async () => {
    const { findHold, report, toggle } = setUpSeats();
    toggle(11);
    report([], [30]);
    await findHold.answer({ ...nothingFound, held: [30] });
    report([], [11, 30]);
    expect(findHold.inputs()).toHaveLength(2);
  });

  test('of another tab is looked for although nobody held a seat when the own one ended', async () => {
    const { close, createHold, findHold, open, releaseHold, report } = setUpSeats();
    open(11);
    await createHold.answer(holdOf([11]));
    close();
    await releaseHold.answer(undefined);
    report([], [30]);
    expect(findHold.inputs()).toHaveLength(1);
  });

  test('is searched again 5 s after a failed search', async () => {
    const { clock, findHold, hold, report } = setUpSeats();
    report([], [11]);
    await findHold.fail(unreachable);
    clock.increment(4999);
    expect({ hold: hold(), searches: findHold.inputs().length }).toEqual({ hold: { unheld: 'waiting' }, searches: 1 });
    clock.increment(1);
    expect({ hold: hold(), searches: findHold.inputs().length }).toEqual({ hold: 'finding', searches: 2 });
  });

  test('is not waited for when the user shares seats during the search', () => {
    const { hold, report, send, shareSeats, toggle } = setUpSeats();
    report([], [30]);
    toggle(11, 12);
    expect(hold()).toBe('finding');
    send({ type: 'seats.share' });
    expect({ hold: hold(), shared: shareSeats.inputs().map(({ seatNumbers }) => seatNumbers) }).toEqual({
      hold: 'sharing',
      shared: [[11, 12]],
    });
  });

  test('keeps running when a reload finds it', async () => {
    const { findHold, hall, hold, report, selected } = setUpHall({}, [11]);
    report([1], [11]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11], 0.5), held: [11] });
    expect({ hold: hold(), selected: selected(), isHeld: selectIsHeld(hall()) }).toEqual({
      hold: { held: 'reported' },
      selected: [11],
      isHeld: true,
    });
    expect(hall().children.countdown?.getSnapshot().context.expiresAt).toBe(MINUTE / 2);
  });

  test('is looked for again when the feed no longer reports its seats', async () => {
    const { findHold, hall, report } = await setUpHeld();
    report([], [11, 12], holdOf([11, 12]));
    expect(findHold.inputs()).toEqual([]);
    report([], [12]);
    expect(findHold.inputs()).toHaveLength(1);
    await findHold.answer({ ...nothingFound, held: [12] });
    expect(selectIsHeld(hall())).toBe(false);
  });

  test('is forgotten when the user signs out', async () => {
    const { hall, hold, send } = await setUpHeld();
    send({ type: 'viewer.changed', viewer: undefined });
    expect({ hold: hold(), own: hall().context.hold }).toEqual({ hold: { unheld: 'unknown' }, own: undefined });
  });

  test('is neither forgotten nor searched when only the balance of the user changes', async () => {
    const { findHold, hold, send } = await setUpHeld();
    send({ type: 'viewer.changed', viewer: { ...ana, balance: 1 } });
    expect({ hold: hold(), searches: findHold.inputs() }).toEqual({ hold: { held: 'answered' }, searches: [] });
  });
});

describe('seats that the user shares with friends', () => {
  test('stay shared when all seats of a friend\u2019s share are paid for', async () => {
    const { reportShare, hold, send } = await setUpShared();
    send({ type: 'invitation.changed', beside: [], shareCode: 'the code of another share' });
    await reportShare({ ...shared, seatNumbers: [], paid: [30, 31] });
    expect(hold()).toBe('shared');
  });

  test('are not those of another user who signs in', async () => {
    const { hall, hold, send } = await setUpShared();
    expect(hall().context.ownShareCode).toBe(shareCode);
    send({ type: 'viewer.changed', viewer: { ...ana, id: 'ben' } });
    expect({ hold: hold(), own: hall().context.ownShareCode }).toEqual({ hold: { unheld: 'unknown' }, own: undefined });
  });

  test('get their link back from the server when the user comes back without it; a failure is repeated after 5 s', async () => {
    const { clock, findHold, hall, report, reports, shareSeats } = setUpSeats();
    const withoutCode = { ...ownShare, seatNumbers: [12], paid: [11], shareCode: undefined };
    report([11], [12]);
    await findHold.answer({ ...nothingFound, share: withoutCode, held: [12] });
    await shareSeats.fail(unreachable);
    report([11], [12]);
    clock.increment(5000);
    await findHold.answer({ ...nothingFound, share: withoutCode, held: [12] });
    await shareSeats.answer(ownShare);
    const wish = { screening, seatNumbers: [11, 12], replaces: ownShare.id };
    expect({ wishes: shareSeats.inputs(), code: hall().context.shareCode, reports }).toEqual({
      wishes: [wish, wish],
      code: shareCode,
      reports: [{ type: 'shareCode.changed', shareCode }],
    });
  });

  test('replace a hold that was found', async () => {
    const { findHold, report, send, shareSeats, toggle } = setUpSeats();
    toggle(11, 12);
    report([], [11, 12]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11, 12]), held: [11, 12] });
    send({ type: 'seats.share' });
    expect(shareSeats.inputs().map(({ replaces }) => replaces)).toEqual([idOf([11, 12])]);
  });

  test('stay shared when the search for the hold of another selected seat fails', async () => {
    const { findHold, hold, releaseHold, report, send, toggle } = await setUpShared();
    toggle(20);
    report([], [11, 12, 20]);
    await findHold.fail(unreachable);
    expect(hold()).toBe('shared');
    send({ type: 'share.stop' });
    expect(releaseHold.inputs()).toEqual([{ shared: true, id: ownShare.id }]);
  });

  test('end on request, also while the hold of another selected seat is searched for', async () => {
    const { hold, releaseHold, report, send, toggle } = await setUpShared();
    toggle(20);
    report([], [11, 12, 20]);
    expect(hold()).toBe('finding');
    send({ type: 'share.stop' });
    expect(releaseHold.inputs()).toEqual([{ shared: true, id: ownShare.id }]);
  });

  test('stay shared when the user has bought one of them', async () => {
    const { hall, hold, releaseHold, send } = await setUpShared();
    const command = {
      ...purchaseNow({ ...hall().context, selected: [11] }),
      status: 'done',
      failure: undefined,
    } as const;
    send({ type: 'command.changed', command });
    expect(hold()).toBe('shared');
    send({ type: 'share.stop' });
    expect(releaseHold.inputs()).toEqual([{ shared: true, id: ownShare.id }]);
  });

  test('are followed by a hold that replaces nothing, once they have ended', async () => {
    const { createHold, reportShare, open, report } = await setUpShared();
    report([], []);
    await reportShare(undefined);
    open(20);
    expect(createHold.inputs().map(({ seatNumbers, replaces }) => ({ seatNumbers, replaces }))).toEqual([
      { seatNumbers: [20], replaces: undefined },
    ]);
  });

  test('that all friends have paid for end without a message', async () => {
    const { reportShare, report, reports, sent } = await setUpShared();
    report([11, 12], []);
    await reportShare({ ...shared, seatNumbers: [], paid: [11, 12] });
    report([11], []);
    await reportShare(undefined);
    expect({ reports: reports.slice(1), sent: sent.slice(1) }).toEqual({
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
      sent: [],
    });
  });

  test('that end before the user selected one of them are announced, and nothing is deselected', async () => {
    const { reportShare, report, reports, selected, sent, toggle } = setUpSeats({ shareCode });
    await reportShare(shared);
    toggle(30);
    report([], []);
    await reportShare(undefined);
    expect({ selected: selected(), reports, sent }).toEqual({
      selected: [30],
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
      sent: [toast('warning', failed('share_ended'), 'bottom-left')],
    });
  });

  test('that end while the user buys one of them leave the dialog of the purchase open', async () => {
    const { reportShare, hall, open, regions, report, reports, selected, send } = setUpSeats({ shareCode });
    await reportShare(shared);
    open(11);
    send({ type: 'purchase.confirm', reviewed: selectReviewed(hall()) });
    send({
      type: 'command.changed',
      command: { ...purchaseNow(hall().context), status: 'calling', failure: undefined },
    });
    report([11], []);
    await reportShare(undefined);
    expect({ seats: regions().seats, selected: selected() }).toEqual({
      seats: { shown: { reviewing: 'buying' } },
      selected: [11],
    });
    expect(reports.map(({ type }) => type)).toEqual(['purchase.confirmed', 'shareCode.changed']);
  });

  test('lead to the top-up page with the missing amount when the user lacks the money', async () => {
    const { hall, reports, send, shareSeats, toggle } = setUpSeats({ viewer: { ...ana, balance: 20_000 } });
    toggle(11, 12);
    expect(hall().can({ type: 'topUp.visit' })).toBe(false);
    send({ type: 'seats.share' });
    await shareSeats.fail(new CallFailed({ code: 'balance_required' }));
    send({ type: 'topUp.visit' });
    expect(reports).toEqual([{ type: 'topUp.visit', shortfall: 50_000 }]);
  });

  test('are the same when a link with the same code names other friends, and the page marks these friends', async () => {
    const { computeMark, reportShare, hall, send } = setUpSeats({ shareCode });
    await reportShare(shared);
    send({ type: 'invitation.changed', beside: [1], shareCode });
    expect(hall().context).toMatchObject({ beside: [1], share: { seatNumbers: [11, 12], paid: [] } });
    expect(computeMark.inputs()).toHaveLength(1);
  });
});

describe('the user loses seats or the hold', () => {
  const heldMessage = 'Seat 12 is being bought by another visitor';

  test.each([
    {
      cause: 'another user buys a seat',
      lose: async () => {
        const setup = await setUpHeld();
        setup.report([12], [11]);
        return setup;
      },
      selected: [11],
      message: 'Seat 12 has just been taken',
    },
    {
      cause: 'another user holds a seat',
      lose: async () => {
        const setup = setUpRequest();
        await setup.createHold.fail(unreachable);
        setup.report([], [12]);
        await setup.findHold.answer({ ...nothingFound, held: [12] });
        return setup;
      },
      selected: [11],
      message: heldMessage,
    },
    {
      cause: 'the server refuses the hold because a seat is sold',
      lose: async () => {
        const setup = setUpRequest();
        await setup.createHold.fail(seatLoss('seat_taken'));
        return setup;
      },
      selected: [11],
      message: 'Seat 12 has just been taken',
    },
    {
      cause: 'the server refuses the hold because a seat is held',
      lose: async () => {
        const setup = setUpRequest();
        await setup.createHold.fail(seatLoss('seat_held'));
        return setup;
      },
      selected: [11],
      message: heldMessage,
    },
    {
      cause: 'the hold expires',
      lose: async () => {
        const setup = await setUpHeld();
        setup.tick(5 * MINUTE);
        return setup;
      },
      selected: [11, 12],
      message: NO_LONGER_HELD,
    },
    {
      cause: 'another tab releases the hold',
      lose: async () => {
        const setup = await setUpHeld();
        setup.report([], [11, 12], holdOf([11, 12]));
        setup.report([], []);
        await setup.findHold.answer(nothingFound);
        return setup;
      },
      selected: [11, 12],
      message: NO_LONGER_HELD,
    },
    {
      cause: 'the shared seats end',
      lose: async () => {
        const setup = setUpSeats({ shareCode });
        await setup.reportShare(shared);
        setup.open(11, 12);
        setup.report([], []);
        await setup.reportShare(undefined);
        return setup;
      },
      selected: [11, 12],
      message: NO_LONGER_SHARED,
    },
  ])('when $cause: one message, the dialog closes, and the other seats stay selected and saved', async (loss) => {
    const setup = await loss.lose();
    expect({ selected: setup.selected(), saved: setup.savedSeats.find(screening) }).toEqual({
      selected: loss.selected,
      saved: loss.selected,
    });
    expect({ alert: setup.alert(), sent: setup.sent, regions: setup.regions() }).toMatchObject({
      alert: loss.message,
      sent: [toast('warning', setup.hall().context.failure ?? failed('unexpected'), 'bottom-left')],
      regions: { seats: { shown: 'choosing' } },
    });
    expect(setup.reports.filter(({ type }) => type === 'seats.lost')).toEqual([{ type: 'seats.lost' }]);
  });

  test('gives the hold back when another user buys one of its seats', async () => {
    const { hold, releaseHold, report } = await setUpHeld();
    report([12], [11]);
    expect({ hold: hold(), released: releaseHold.inputs() }).toEqual({
      hold: 'releasing',
      released: [{ id: idOf([11, 12]) }],
    });
  });

  test('says nothing when a hold expires whose seats are no longer selected', async () => {
    const { findHold, report, sent, tick, hold, toggle } = setUpSeats();
    toggle(11);
    report([], [11]);
    await findHold.answer({ ...nothingFound, hold: holdOf([11]), held: [11] });
    toggle(11);
    tick(5 * MINUTE);
    expect({ hold: hold(), sent }).toEqual({ hold: { unheld: 'expired' }, sent: [] });
  });
});

describe('a purchase', () => {
  test('that is refused for another reason loses a seat that others bought during it, and a message names the seat', async () => {
    const { alert, bookTickets, isDialogOpen, received, report, savedSeats, seats } = await setUpPurchase();
    report([1, 2, 12]);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance' }));
    expect({ ...seats(), saved: savedSeats.find(matinee), isDialogOpen: isDialogOpen(), alert: alert() }).toEqual({
      sold: [1, 2, 12],
      selected: [11],
      saved: [11],
      isDialogOpen: false,
      alert: 'Seat 12 has just been taken',
    });
    expect(received).toContainEqual(toast('warning', { code: 'seat_taken', seatNumbers: [12] }, 'bottom-left'));
  });

  test('that succeeds ends the hold and the search for it', async () => {
    const { bookTickets, createHold, inOpenHall, recordSeats, releaseHold, seats } = await setUpPurchase();
    await createHold.answer(held);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    expect({ hold: inOpenHall().value.hold, own: inOpenHall().context.hold, released: releaseHold.inputs() }).toEqual({
      hold: { unheld: 'none' },
      own: undefined,
      released: [],
    });
    expect(seats()).toEqual({ sold: [1, 2, 11, 12], selected: [] });
  });
});

describe('a purchase and its hold', () => {
  test('a purchase that the server saw before the hold does not lose its own seats', async () => {
    const { alert, createHold, inOpenHall, isDialogOpen, received, seats } = await setUpPurchase();
    await createHold.fail(new CallFailed({ code: 'seat_taken', seatNumbers: [11, 12] }));
    expect({ hold: inOpenHall().value.hold, isDialogOpen: isDialogOpen(), ...seats() }).toEqual({
      hold: { unheld: 'unavailable' },
      isDialogOpen: true,
      sold: [1, 2],
      selected: [11, 12],
    });
    expect({ alert: alert(), received }).toEqual({ alert: undefined, received: [] });
  });

  test('seats are not shared after all when their purchase was faster, and no message says that they are lost', async () => {
    const { alert, inOpenHall, confirm, received, review, sendHall, seats, shareSeats, toggle } =
      await setUpSeatsOfPage();
    toggle(11, 12);
    sendHall({ type: 'seats.share' });
    review();
    confirm();
    await shareSeats.fail(new CallFailed({ code: 'seat_taken', seatNumbers: [11, 12] }));
    expect({ alert: alert(), received, state: inOpenHall().value.seats, ...seats() }).toEqual({
      alert: undefined,
      received: [],
      state: { shown: { reviewing: 'buying' } },
      sold: [1, 2],
      selected: [11, 12],
    });
  });

  test('its seats are free once a report says that the ticket was cancelled on another device', async () => {
    const { back, bookTickets, clock, inOpenHall, recordSeats, report } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    back();
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    report([1, 2]);
    expect(selectTaken(inOpenHall()), 'a report that is older than the purchase').toEqual([1, 2, 11, 12]);
    report([1, 2, 11, 12]);
    clock.increment(3000);
    expect(selectTaken(inOpenHall())).toEqual([1, 2, 11, 12]);
    report([1, 2]);
    expect(selectTaken(inOpenHall())).toEqual([1, 2]);
  });

  test('a hold is given back when the purchase fails after its dialog has closed', async () => {
    const { back, bookTickets, clock, createHold, inOpenHall, releaseHold } = await setUpPurchase();
    await createHold.answer(held);
    await bookTickets.fail(unreachable);
    back();
    expect(releaseHold.inputs()).toEqual([]);
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance' }));
    expect({ hold: inOpenHall().value.hold, releases: releaseHold.inputs() }).toEqual({
      hold: 'releasing',
      releases: [{ id: held.id }],
    });
  });

  test('a hold of other seats stays when an earlier purchase succeeds', async () => {
    const { back, bookTickets, clock, createHold, inOpenHall, recordSeats, review, seats, toggle } =
      await setUpPurchase();
    await bookTickets.fail(unreachable);
    await createHold.fail(unreachable);
    back();
    toggle(21);
    review();
    await createHold.answer({ ...held, id: 'another hold', seatNumbers: [21] });
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    expect({ hold: inOpenHall().value.hold, own: inOpenHall().context.hold?.id, ...seats() }).toEqual({
      hold: { held: 'answered' },
      own: 'another hold',
      sold: [1, 2, 11, 12],
      selected: [21],
    });
  });
});

describe('a purchase whose session has ended', () => {
  test('keeps the selection, saves it and asks the user to sign in', async () => {
    const { app, isDialogOpen, releaseHold, savedSeats, seats } = await setUpEnded();
    expect({ isDialogOpen: isDialogOpen(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      isDialogOpen: false,
      saved: [11, 12],
      sold: [1, 2],
      selected: [11, 12],
    });
    expect(app.getSnapshot().children.authDialog?.getSnapshot().matches('open')).toBe(true);
    expect(releaseHold.inputs()).toEqual([]);
  });

  test('finds the hold again when the same user signs in', async () => {
    const { actor, findHold, inOpenHall, report, seats } = await setUpEnded();
    report([1, 2], [11, 12]);
    expect({ searches: findHold.inputs(), selected: seats().selected }).toEqual({ searches: [], selected: [11, 12] });
    actor.send({ type: 'viewer.changed', viewer: adult });
    expect(findHold.inputs()).toHaveLength(1);
    await findHold.answer({ ...nothingFound, hold: held, held: [11, 12] });
    expect({ hold: inOpenHall().value.hold, selected: seats().selected }).toEqual({
      hold: { held: 'reported' },
      selected: [11, 12],
    });
  });

  test('leaves an empty selection, also in the tab, to another user who signs in', async () => {
    const { actor, alert, inOpenHall, savedSeats, seats } = await setUpEnded();
    const other = { ...adult, id: 'u2' };
    actor.send({ type: 'viewer.changed', viewer: other });
    expect({
      viewer: inOpenHall().context.viewer,
      selected: seats().selected,
      saved: savedSeats.find(matinee),
      alert: alert(),
    }).toEqual({
      viewer: other,
      selected: [],
      saved: [],
      alert: undefined,
    });
  });
});

test('a visitor who signs in for the first time keeps the selection', () => {
  const { selected, send, toggle } = setUpSeats({ viewer: undefined });
  toggle(11);
  send({ type: 'viewer.changed', viewer: ana });
  expect(selected()).toEqual([11]);
});

/** The hall after seats 11 and 12 were shared. */
async function setUpShared() {
  const setup = setUpSeats();
  setup.toggle(11, 12);
  setup.send({ type: 'seats.share' });
  await setup.shareSeats.answer(ownShare);
  await setup.reportShare(shared);
  return setup;
}

/** The failure of a request whose seat 12 others have. */
function seatLoss(code: string) {
  return new CallFailed({ code, seatNumbers: [12] });
}

/** The hall with seats 11 and 12 in the dialog, and without a hold yet. */
function setUpRequest() {
  const setup = setUpSeats();
  setup.open(11, 12);
  return setup;
}

/** The page after the server refused the purchase of seats 11 and 12, because it no longer knew the session. */
async function setUpEnded() {
  const setup = await setUpReview();
  await setup.createHold.answer(held);
  setup.confirm();
  setup.app.send({ type: 'session.ended' });
  setup.actor.send({ type: 'viewer.changed', viewer: undefined });
  return setup;
}
