import { failureSentence } from '#contract/failureSentence.ts';
import { describe, expect, test } from 'vitest';
import { CallFailed, failed } from '#domain/failure.ts';
import { NO_LONGER_HELD, NO_LONGER_SHARED, messages } from '../fixtures/messages.ts';
import { totalOf } from '#machines/hallModel.ts';
import { selectReviewed, selectSuggested } from '#machines/hallSelectors.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';
import { toast } from './openRoot.ts';
import {
  matinee,
  adult,
  IN_FIVE_MINUTES,
  setUpPurchase,
  setUpReview,
  setUpSeats as setUpSeatsOfPage,
} from './setUpBooking.ts';
import {
  ana,
  held,
  heldByOther,
  marksComputed,
  MINUTE,
  screening,
  setUpHall,
  setUpHeld,
  setUpSeats,
  setUpShared,
  SHARE_ID,
  shareCode,
  shared,
} from './setUpHall.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const seat12 = { seatNumbers: [12] };

describe('the seats of a hall', () => {
  test('show at once after Back or Forward, and the feed replaces them', () => {
    const { report, shown } = setUpHall({ left: [1, 2] });
    expect(shown()).toMatchObject({ sold: [1, 2], held: [] });
    report([1, 2, 3], heldByOther(4));
    expect(shown()).toMatchObject({ sold: [1, 2, 3], held: [4] });
  });

  test('that cannot be loaded show an error, and Retry loads them again', () => {
    const { alert, hall, report, send, sent } = setUpHall();
    send({ type: 'seats.failed', error: unreachable });
    expect({ hasSeats: hall().hasTag('seats'), alert: alert(), sent }).toEqual({
      hasSeats: false,
      alert: messages.unreachable,
      sent: [toast('error', failed('unreachable'), 'bottom-left')],
    });
    send({ type: 'seats.retry' });
    expect(alert()).toBeUndefined();
    report([1]);
    expect(hall().hasTag('seats')).toBe(true);
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

  test('are no longer on sale once the sale has closed, unless the dialog is open', async () => {
    const { back, open, reports, send } = await setUpSeats();
    open(11);
    send({ type: 'sale.close' });
    expect(reports).toEqual([]);
    back();
    send({ type: 'sale.close' });
    expect(reports).toEqual([{ type: 'sale.closed' }]);
  });
});

test('the purchase has the new price of a film that was fetched again', async () => {
  const { hall, send, toggle } = await setUpSeats();
  toggle(11);
  send({ type: 'movie.changed', movie: { ...metropolis, ticket_price: 40_000 } });
  expect([totalOf(hall().context), selectReviewed(hall()).movieTicketPrice]).toEqual([40_000, 40_000]);
});

describe('the best seats', () => {
  test('are no longer announced after the user deselects one of them, also when it is selected again', async () => {
    const { hall, send, toggle } = await setUpSeats();
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
    const { report, selected, send } = await setUpSeats({ shareCode });
    report([], shared([11, 12]));
    send({ type: 'seats.suggest', count: 2 });
    expect(selected()).toEqual([11, 12]);
    send({ type: 'seats.suggest', count: 3 });
    expect(selected()).toEqual([26, 27, 28]);
  });
});

describe('the hold of the selected seats', () => {
  test('is not requested by a user who is too young', async () => {
    const { open, requests } = await setUpSeats({ viewer: { ...ana, age: 12 } });
    open(11);
    expect(requests()).toEqual([]);
  });

  test('ends at the first tick after the computer slept past its end, and opening the dialog makes another one', async () => {
    const { isHeld, open, requests, tick } = await setUpHeld();
    tick(60 * MINUTE);
    expect(isHeld()).toBe(false);
    open();
    expect(requests()).toEqual(['hold 11,12', 'hold 11,12']);
  });

  test('is not requested again when the dialog opens with the same seats; other seats replace it', async () => {
    const { back, isHeld, open, report, requests, toggle } = await setUpSeats();
    toggle(11, 12);
    report([], held(11, 12));
    open();
    expect({ isHeld: isHeld(), requests: requests() }).toEqual({ isHeld: true, requests: [] });
    const other = await setUpSeats();
    other.report([], held(11, 12));
    other.open(11, 12, 20);
    expect(other.requests()).toEqual(['hold 11,12,20 instead of hold 11,12']);
    await other.grant();
    expect(other.isHeld()).toBe(true);
    back();
    other.back();
    expect([requests(), other.requests().slice(1)]).toEqual([['release hold 11,12'], ['release hold 11,12,20']]);
  });

  test('is given back after its response when the dialog closed before', async () => {
    const { back, grant, isHeld, open, requests } = await setUpSeats();
    open(11);
    back();
    expect(requests()).toEqual(['hold 11']);
    await grant();
    expect({ requests: requests(), isHeld: isHeld() }).toEqual({
      requests: ['hold 11', 'release hold 11'],
      isHeld: false,
    });
  });

  test('that is refused after the dialog closed shows no message', async () => {
    const { alert, back, open, refuse } = await setUpSeats();
    open(11);
    back();
    await refuse('balance_required');
    expect(alert()).toBeUndefined();
  });

  test('is no longer shown when the response to its release is lost, and a report that shows its end is no loss', async () => {
    const { back, isHeld, refuse, report, sent } = await setUpHeld();
    back();
    await refuse('unreachable');
    expect(isHeld()).toBe(false);
    report([]);
    expect(sent).toEqual([]);
  });

  test('covers the seats of a dialog that opened again before the response', async () => {
    const { back, grant, isHeld, open, requests, toggle } = await setUpSeats();
    open(11);
    back();
    toggle(11);
    open(20);
    await grant();
    expect(requests()).toEqual(['hold 11', 'hold 20 instead of hold 11']);
    await grant();
    expect(isHeld()).toBe(true);
  });

  test('is requested again when a late refusal names a seat that is no longer selected', async () => {
    const { alert, back, grant, isDialogOpen, isHeld, open, refuse, requests, sent } = await setUpSeats();
    open(11, 12);
    back();
    open(12);
    await refuse('seat_taken', seat12);
    expect({ requests: requests(), alert: alert(), sent, isDialogOpen: isDialogOpen() }).toEqual({
      requests: ['hold 11,12', 'hold 11'],
      alert: undefined,
      sent: [],
      isDialogOpen: true,
    });
    await grant();
    expect(isHeld()).toBe(true);
  });

  test('waits for the release of the previous one', async () => {
    const { back, grant, open, requests } = await setUpHeld();
    back();
    open(20);
    expect(requests()).toEqual(['hold 11,12', 'release hold 11,12']);
    await grant();
    expect(requests().slice(2)).toEqual(['hold 11,12,20']);
  });

  test.each([
    ['before the dialog closes', false],
    ['after the dialog closed', true],
  ])('is released without an id when the response is lost %s, because it may be another one', async (_, isClosed) => {
    const { back, open, refuse, report, requests } = await setUpSeats();
    report([], held(11));
    open(11, 20);
    if (isClosed) back();
    await refuse('unreachable');
    if (!isClosed) back();
    expect(requests()).toEqual(['hold 11,20 instead of hold 11', 'release']);
  });

  test('whose response was lost is shown and released by its id once a report has it', async () => {
    const { back, clock, isHeld, open, refuse, report, requests } = await setUpSeats();
    open(11);
    await refuse('unreachable');
    clock.increment(3000);
    report([], held(11));
    expect(isHeld()).toBe(true);
    back();
    expect(requests()).toEqual(['hold 11', 'release hold 11']);
  });

  test.each(['hold_changed', 'too_many_holds'])(
    'is refused with %s without a message, because another tab holds seats, and Back releases those',
    async (code) => {
      const { alert, back, open, refuse, report, requests, sent } = await setUpSeats();
      open(11);
      await refuse(code);
      report([], held(30));
      expect({ alert: alert(), sent }).toEqual({ alert: undefined, sent: [] });
      back();
      expect(requests()).toEqual(['hold 11', 'release hold 30']);
    },
  );

  test.each(['unreachable', 'internal', 'too_many_attempts'])('that fails with %s shows no message', async (code) => {
    const { alert, back, isHeld, open, refuse, requests, sent } = await setUpSeats();
    open(11);
    await refuse(code);
    expect({ isHeld: isHeld(), alert: alert(), sent }).toEqual({ isHeld: false, alert: undefined, sent: [] });
    back();
    expect(requests()).toEqual(['hold 11', 'release']);
  });

  test('refused for a reason that this version does not know shows a general message, and the purchase goes on', async () => {
    const { alert, confirm, open, refuse, sent } = await setUpSeats();
    open(11);
    await refuse('a_newer_rule', { retryAfter: 60 });
    expect(alert()).toBe(messages.unexpected);
    confirm();
    expect({ alert: alert(), sent: sent.map(({ type }) => type) }).toEqual({
      alert: undefined,
      sent: ['command.start'],
    });
  });

  test('without the money for it shows the message in the dialog, and the same seats can be held later', async () => {
    const { alert, back, open, refuse, requests, selected } = await setUpSeats();
    open(11);
    await refuse('balance_required');
    expect({ alert: alert(), selected: selected() }).toEqual({
      alert: failureSentence({ code: 'balance_required' }),
      selected: [11],
    });
    back();
    expect(alert()).toBeUndefined();
    open();
    expect(requests()).toEqual(['hold 11', 'hold 11']);
  });

  test('without the money for it is requested again once the user has topped up elsewhere', async () => {
    const { alert, open, refuse, requests, send } = await setUpSeats({ viewer: { ...ana, balance: 0 } });
    open(11);
    await refuse('balance_required');
    send({ type: 'viewer.changed', viewer: { ...ana, balance: 10_000 } });
    expect(requests()).toEqual(['hold 11']);
    send({ type: 'viewer.changed', viewer: ana });
    expect({ requests: requests(), alert: alert() }).toEqual({ requests: ['hold 11', 'hold 11'], alert: undefined });
  });

  test('is not requested for a richer user who signs in on another tab: the selection is empty', async () => {
    const { open, refuse, requests, selected, send } = await setUpSeats({ viewer: { ...ana, balance: 0 } });
    open(11);
    await refuse('balance_required');
    send({ type: 'viewer.changed', viewer: { ...ana, id: 'u2' } });
    expect({ selected: selected(), requests: requests() }).toEqual({ selected: [], requests: ['hold 11'] });
  });

  test('that still runs is released with Back when a larger one lacks the money', async () => {
    const { back, open, refuse, report, requests } = await setUpSeats();
    report([], held(11));
    open(11, 20);
    await refuse('balance_required');
    back();
    expect(requests().slice(1)).toEqual(['release hold 11']);
  });

  test('waits until the session is restored while the dialog is open', async () => {
    const { open, requests, send } = await setUpSeats({ viewer: undefined });
    open(11);
    expect(requests()).toEqual([]);
    send({ type: 'viewer.changed', viewer: ana });
    expect(requests()).toEqual(['hold 11']);
  });

  test('waits until it is known which of the selected seats are shared', async () => {
    const { open, report, requests } = setUpHall({ shareCode, left: [] });
    open(11, 20);
    report([], shared([11, 12]));
    expect(requests()).toEqual([]);
    await marksComputed();
    expect(requests()).toEqual(['hold 20']);
  });
});

describe('a hold that this page did not make', () => {
  test('is shown without a request when another tab or device has made it', async () => {
    const { isHeld, report, requests, toggle } = await setUpSeats();
    toggle(11);
    report([], heldByOther(30));
    expect(isHeld()).toBe(false);
    report([], held(11), heldByOther(30));
    expect({ isHeld: isHeld(), requests: requests() }).toEqual({ isHeld: true, requests: [] });
  });

  test('counts until a report does not show it three seconds after the answer', async () => {
    const { clock, isHeld, report, send } = await setUpHeld();
    clock.increment(2999);
    report([], heldByOther(40));
    clock.increment(60_000);
    expect(isHeld()).toBe(true);
    send({ type: 'seats.unchanged', at: clock.now() });
    expect(isHeld()).toBe(false);
  });

  test('ends with the next report if a report showed the hold before the answer', async () => {
    const { grant, isHeld, open, report } = await setUpSeats();
    open(11);
    report([], held(11));
    await grant();
    report([]);
    expect(isHeld()).toBe(false);
  });

  test('is not released by the tab whose hold it replaced', async () => {
    const { alert, isDialogOpen, report, requests } = await setUpHeld();
    report([], held(11, 12));
    report([], held(12, 20));
    expect({ alert: alert(), isDialogOpen: isDialogOpen(), requests: requests() }).toEqual({
      alert: NO_LONGER_HELD,
      isDialogOpen: false,
      requests: ['hold 11,12'],
    });
  });

  test('keeps running when a reload finds it', async () => {
    const { isHeld, report, secondsLeft, selected } = await setUpSeats({}, [11]);
    report([1], { ...held(11), expiresAt: MINUTE / 2 });
    expect({ selected: selected(), isHeld: isHeld(), secondsLeft: secondsLeft() }).toEqual({
      selected: [11],
      isHeld: true,
      secondsLeft: 30,
    });
  });

  test('is not shown without a user, and its seats stay selected', async () => {
    const { isHeld, report, selected, send, sent } = await setUpHeld();
    send({ type: 'viewer.changed', viewer: undefined });
    report([], held(11, 12));
    expect({ isHeld: isHeld(), selected: selected(), sent }).toEqual({ isHeld: false, selected: [11, 12], sent: [] });
  });

  test('stays when only the balance of the user changes', async () => {
    const { isHeld, requests, send } = await setUpHeld();
    send({ type: 'viewer.changed', viewer: { ...ana, balance: 1 } });
    expect({ isHeld: isHeld(), requests: requests() }).toEqual({ isHeld: true, requests: ['hold 11,12'] });
  });
});

describe('seats that the user shares with friends', () => {
  test('are no longer selected, and the page gets their code and the share sheet', async () => {
    const { reports, savedSeats, selected, sent, share } = await setUpShared();
    expect({
      selected: selected(),
      saved: savedSeats.find(screening),
      share: share(),
      reports,
      sent: sent.map(({ type }) => type),
    }).toEqual({
      selected: [],
      saved: [],
      share: { seatNumbers: [11, 12], paid: [], isSharer: true, code: shareCode },
      reports: [{ type: 'shareCode.changed', shareCode }],
      sent: ['link.share'],
    });
  });

  test('stay shared when all seats of a friend’s share are paid for', async () => {
    const { report, requests, send, share } = await setUpShared();
    report([30], { ...shared([], [30]), share: 'another mark', id: 'other' }, shared([11, 12], [], ana.id));
    send({ type: 'invitation.changed', beside: [], shareCode: 'the code of another share' });
    await marksComputed();
    expect({ share: share(), requests: requests() }).toEqual({
      share: { seatNumbers: [], paid: [30], isSharer: false, code: 'the code of another share' },
      requests: ['share 11,12'],
    });
  });

  test('are not those of another user who signs in', async () => {
    const { send, share } = await setUpShared();
    send({ type: 'viewer.changed', viewer: { ...ana, id: 'ben' } });
    await marksComputed();
    expect(share()).toMatchObject({ seatNumbers: [11, 12], isSharer: false });
  });

  test('get their link back from the server when the user comes back without it; a failure is repeated after 5 s', async () => {
    const { clock, grant, refuse, report, reports, requests, share } = await setUpSeats();
    report([11], shared([12], [11], ana.id));
    await refuse('unreachable');
    report([11], shared([12], [11], ana.id));
    clock.increment(5000);
    await grant();
    await marksComputed();
    const request = `share 11,12 instead of ${SHARE_ID}`;
    expect({ requests: requests(), share: share(), reports }).toEqual({
      requests: [request, request],
      share: { seatNumbers: [12], paid: [11], isSharer: true, code: shareCode },
      reports: [{ type: 'shareCode.changed', shareCode }],
    });
  });

  test('are deselected without a message when a report shows that only the response was lost', async () => {
    const { alert, grant, refuse, report, reports, selected, send, toggle } = await setUpSeats();
    toggle(11, 12);
    send({ type: 'seats.share' });
    await refuse('unreachable');
    toggle(20);
    report([], shared([11, 12], [], ana.id));
    await grant();
    expect({ alert: alert(), selected: selected(), reports }).toEqual({
      alert: undefined,
      selected: [20],
      reports: [{ type: 'shareCode.changed', shareCode }],
    });
  });

  test('of which only one is left get no link, because the server shares no single seat', async () => {
    const { report, requests } = await setUpSeats();
    report([], shared([12], [], ana.id));
    expect(requests()).toEqual([]);
  });

  test('replace a hold that was found', async () => {
    const { report, requests, send, toggle } = await setUpSeats();
    toggle(11, 12);
    report([], held(11, 12));
    send({ type: 'seats.share' });
    expect(requests()).toEqual(['share 11,12 instead of hold 11,12']);
  });

  test('are not those of a link that the page has left while their code was being recognised', async () => {
    const { report, send, share } = setUpHall({ shareCode });
    report([], shared([11, 12]));
    send({ type: 'invitation.changed', beside: [], shareCode: 'the code of another share' });
    await marksComputed();
    expect(share().seatNumbers).toBeUndefined();
  });

  test('keep the user from holding another selected seat', async () => {
    const { open, back, requests } = await setUpShared();
    open(20);
    back();
    expect(requests()).toEqual(['share 11,12']);
  });

  test.each([
    ['the report', true],
    ['the response', false],
  ])('end on request without a message, also when %s arrives first', async (_, isReportFirst) => {
    const { grant, report, reports, requests, send, sent, share } = await setUpShared();
    send({ type: 'share.stop' });
    expect(share().seatNumbers).toBeUndefined();
    if (isReportFirst) report([]);
    await grant();
    if (!isReportFirst) report([]);
    expect({ requests: requests().slice(1), reports: reports.slice(1), sent: sent.slice(1) }).toEqual({
      requests: [`stop ${SHARE_ID}`],
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
      sent: [],
    });
  });

  test('end on request without a message of their own when another user buys a selected seat in the meantime', async () => {
    const { grant, report, selected, send, sent, share, toggle } = await setUpShared();
    toggle(20);
    send({ type: 'share.stop' });
    report([20], shared([11, 12], [], ana.id));
    await grant();
    expect({ selected: selected(), share: share().seatNumbers, sent: sent.slice(1) }).toEqual({
      selected: [],
      share: undefined,
      sent: [toast('warning', { code: 'seat_taken', seatNumbers: [20] }, 'bottom-left')],
    });
  });

  test('show again when the request to end them fails, with a message', async () => {
    const { alert, refuse, send, share } = await setUpShared();
    send({ type: 'share.stop' });
    await refuse('unreachable');
    expect({ share: share().seatNumbers, alert: alert() }).toEqual({
      share: [11, 12],
      alert: messages.unreachable,
    });
    send({ type: 'share.stop' });
    expect(alert(), 'while the request is repeated').toBeUndefined();
  });

  test('end without a message when a report shows that only the response to Stop sharing was lost', async () => {
    const { alert, refuse, report, reports, send, sent } = await setUpShared();
    send({ type: 'share.stop' });
    report([]);
    await refuse('unreachable');
    expect({ alert: alert(), sent: sent.slice(1), reports: reports.slice(1) }).toEqual({
      alert: undefined,
      sent: [],
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
    });
  });

  test('stay shared when the user has bought one of them', async () => {
    const { confirm, open, purchase, requests, share } = await setUpShared();
    open(11);
    confirm();
    purchase('calling');
    purchase('done');
    expect({ isSharer: share().isSharer, requests: requests() }).toEqual({ isSharer: true, requests: ['share 11,12'] });
  });

  test('are followed by a hold that replaces nothing, once they have ended', async () => {
    const { open, report, requests } = await setUpShared();
    report([]);
    open(20);
    expect(requests().slice(1)).toEqual(['hold 20']);
  });

  test('that all friends have paid for end without a message', async () => {
    const { report, reports, sent } = await setUpShared();
    report([11, 12], shared([], [11, 12], ana.id));
    report([11, 12]);
    expect({ reports: reports.slice(1), sent: sent.slice(1) }).toEqual({
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
      sent: [],
    });
  });

  test('that end before the user selected one of them are announced, and nothing is deselected', async () => {
    const { report, reports, selected, sent, toggle } = await setUpSeats({ shareCode });
    report([], shared([11, 12]));
    toggle(30);
    report([]);
    expect({ selected: selected(), reports, sent }).toEqual({
      selected: [30],
      reports: [{ type: 'shareCode.changed', shareCode: undefined }],
      sent: [toast('warning', failed('share_ended'), 'bottom-left')],
    });
  });

  test('that end while the user buys one of them leave the dialog of the purchase open', async () => {
    const { confirm, isDialogOpen, open, purchase, report, selected } = await setUpSeats({ shareCode });
    report([], shared([11, 12]));
    open(11);
    confirm();
    purchase('calling');
    report([11]);
    expect({ isDialogOpen: isDialogOpen(), selected: selected() }).toEqual({ isDialogOpen: true, selected: [11] });
  });

  test('lead to the top-up page with the missing amount when the user lacks the money', async () => {
    const { alert, hall, refuse, reports, send, toggle } = await setUpSeats({ viewer: { ...ana, balance: 20_000 } });
    toggle(11, 12);
    expect(hall().can({ type: 'topUp.visit' })).toBe(false);
    send({ type: 'seats.share' });
    await refuse('balance_required');
    send({ type: 'topUp.visit' });
    expect(reports).toEqual([{ type: 'topUp.visit', shortfall: 50_000 }]);
    send({ type: 'seats.share' });
    expect(alert(), 'while they are requested again').toBeUndefined();
  });

  test('are the same when a link with the same code names other friends, and the page marks these friends', async () => {
    const { hall, report, send, share } = await setUpSeats({ shareCode });
    report([], shared([11, 12]));
    send({ type: 'invitation.changed', beside: [1], shareCode });
    expect([hall().context.beside, share().seatNumbers]).toEqual([[1], [11, 12]]);
  });
});

describe('the user loses seats or the hold', () => {
  test.each([
    {
      cause: 'another user buys a seat',
      lose: async () => {
        const setup = await setUpHeld();
        setup.report([12], held(11));
        return setup;
      },
      selected: [11],
      message: 'Seat 12 has just been taken',
    },
    {
      cause: 'another user holds a seat',
      lose: async () => {
        const setup = await setUpRequest();
        await setup.refuse('unreachable');
        setup.report([], heldByOther(12));
        return setup;
      },
      selected: [11],
      message: 'Seat 12 is being bought by another visitor',
    },
    {
      cause: 'the server refuses the hold because a seat is sold',
      lose: async () => {
        const setup = await setUpRequest();
        await setup.refuse('seat_taken', seat12);
        return setup;
      },
      selected: [11],
      message: 'Seat 12 has just been taken',
    },
    {
      cause: 'the server refuses the hold because a seat is held',
      lose: async () => {
        const setup = await setUpRequest();
        await setup.refuse('seat_held', seat12);
        return setup;
      },
      selected: [11],
      message: 'Seat 12 is being bought by another visitor',
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
      cause: 'the shared seats end',
      lose: async () => {
        const setup = await setUpSeats({ shareCode });
        setup.report([], shared([11, 12]));
        setup.open(11, 12);
        setup.report([]);
        return setup;
      },
      selected: [11, 12],
      message: NO_LONGER_SHARED,
    },
  ])('when $cause: one message, the dialog closes, and the other seats stay selected and saved', async (loss) => {
    const { alert, hall, isDialogOpen, savedSeats, selected, sent } = await loss.lose();
    expect({
      selected: selected(),
      saved: savedSeats.find(screening),
      alert: alert(),
      isDialogOpen: isDialogOpen(),
      sent,
    }).toEqual({
      selected: loss.selected,
      saved: loss.selected,
      alert: loss.message,
      isDialogOpen: false,
      sent: [toast('warning', hall().context.failure ?? failed('unexpected'), 'bottom-left')],
    });
  });

  test('gives the hold back when another user buys one of its seats', async () => {
    const { report, requests } = await setUpHeld();
    report([12], held(11));
    expect(requests()).toEqual(['hold 11,12', 'release hold 11,12']);
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

  test('that succeeds uses the hold up, which the page neither shows nor releases any more', async () => {
    const { bookTickets, grantHold, isHeld, recordSeats, requests, seats } = await setUpPurchase();
    await grantHold();
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    expect({ isHeld: isHeld(), requests: requests(), ...seats() }).toEqual({
      isHeld: false,
      requests: ['hold'],
      sold: [1, 2, 11, 12],
      selected: [],
    });
  });

  test('that the server saw before the hold does not lose its own seats', async () => {
    const { alert, isDialogOpen, received, refuseHold, seats } = await setUpPurchase();
    await refuseHold('seat_taken', [11, 12]);
    expect({ isDialogOpen: isDialogOpen(), alert: alert(), received, ...seats() }).toEqual({
      isDialogOpen: true,
      alert: undefined,
      received: [],
      sold: [1, 2],
      selected: [11, 12],
    });
  });

  test('is not disturbed by a request to share its seats that comes too late', async () => {
    const { alert, confirm, isDialogOpen, received, refuseHold, review, sendHall, seats, toggle } =
      await setUpSeatsOfPage();
    toggle(11, 12);
    sendHall({ type: 'seats.share' });
    review();
    confirm();
    await refuseHold('seat_taken', [11, 12]);
    expect({ alert: alert(), received, isDialogOpen: isDialogOpen(), ...seats() }).toEqual({
      alert: undefined,
      received: [],
      isDialogOpen: true,
      sold: [1, 2],
      selected: [11, 12],
    });
  });

  test('shows its seats as sold until a report decides, also when the ticket was cancelled on another device', async () => {
    const { back, bookTickets, clock, recordSeats, report, seats } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    back();
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    report([1, 2]);
    expect(seats().sold, 'after a report that is older than the purchase').toEqual([1, 2, 11, 12]);
    report([1, 2, 11, 12]);
    expect(seats().sold).toEqual([1, 2, 11, 12]);
    report([1, 2]);
    expect(seats().sold).toEqual([1, 2]);
  });

  test('that fails after its dialog has closed gives the hold back', async () => {
    const { back, bookTickets, clock, grantHold, requests } = await setUpPurchase();
    await grantHold();
    await bookTickets.fail(unreachable);
    back();
    expect(requests()).toEqual(['hold']);
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance' }));
    expect(requests()).toEqual(['hold', 'release']);
  });

  test('whose response is missing does not keep the user from holding other seats', async () => {
    const { back, bookTickets, refuseHold, requests, review, toggle } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    await refuseHold('unreachable');
    back();
    toggle(21);
    review();
    expect(requests()).toEqual(['hold', 'hold']);
  });

  test('that succeeds late releases no hold, also when the response to the hold was lost', async () => {
    const { back, bookTickets, clock, recordSeats, refuseHold, requests } = await setUpPurchase();
    await refuseHold('unreachable');
    await bookTickets.fail(unreachable);
    back();
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    expect(requests()).toEqual(['hold']);
  });

  test('does not cancel the request to hold other seats when it succeeds late', async () => {
    const { back, bookTickets, clock, grantHold, isHeld, recordSeats, review, toggle } = await setUpPurchase();
    await grantHold();
    await bookTickets.fail(unreachable);
    back();
    toggle(21);
    review();
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    await grantHold();
    expect(isHeld()).toBe(true);
  });

  test('that is refused after its dialog has closed selects its seats again, beside those selected since', async () => {
    const { back, bookTickets, clock, savedSeats, seats, toggle } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    back();
    toggle(21);
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', seatNumbers: [12] }));
    expect({ selected: seats().selected, saved: savedSeats.find(matinee) }).toEqual({
      selected: [11, 21],
      saved: [11, 21],
    });
  });

  test('leaves a hold of other seats alone when it succeeds late', async () => {
    const { back, bookTickets, clock, grantHold, isHeld, recordSeats, refuseHold, requests, review, seats, toggle } =
      await setUpPurchase();
    await bookTickets.fail(unreachable);
    await refuseHold('too_young');
    back();
    toggle(21);
    review();
    await grantHold();
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer({});
    expect({ isHeld: isHeld(), requests: requests(), ...seats() }).toEqual({
      isHeld: true,
      requests: ['hold', 'hold'],
      sold: [1, 2, 11, 12],
      selected: [21],
    });
  });
});

describe('a purchase whose session has ended', () => {
  test('keeps the selection, saves it and asks the user to sign in', async () => {
    const { app, isDialogOpen, requests, savedSeats, seats } = await setUpEnded();
    expect({ isDialogOpen: isDialogOpen(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      isDialogOpen: false,
      saved: [11, 12],
      sold: [1, 2],
      selected: [11, 12],
    });
    expect(app.getSnapshot().children.authDialog?.getSnapshot().matches('open')).toBe(true);
    expect(requests()).toEqual(['hold']);
  });

  test('shows the hold again when the same user signs in', async () => {
    const { actor, isHeld, report, seats } = await setUpEnded();
    report([1, 2], { ...held(11, 12), expiresAt: IN_FIVE_MINUTES });
    expect({ isHeld: isHeld(), selected: seats().selected }).toEqual({ isHeld: false, selected: [11, 12] });
    actor.send({ type: 'viewer.changed', viewer: adult });
    await marksComputed();
    expect({ isHeld: isHeld(), selected: seats().selected }).toEqual({ isHeld: true, selected: [11, 12] });
  });

  test('asks for no hold when the same user signs in, because the dialog is closed', async () => {
    const { actor, app, confirm, requests } = await setUpReview();
    confirm();
    app.send({ type: 'session.ended' });
    actor.send({ type: 'viewer.changed', viewer: undefined });
    actor.send({ type: 'viewer.changed', viewer: adult });
    await marksComputed();
    expect(requests()).toEqual(['hold']);
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
    }).toEqual({ viewer: other, selected: [], saved: [], alert: undefined });
  });
});

test('a visitor who signs in for the first time keeps the selection', async () => {
  const { selected, send, toggle } = await setUpSeats({ viewer: undefined });
  toggle(11);
  send({ type: 'viewer.changed', viewer: ana });
  expect(selected()).toEqual([11]);
});

/** The hall with seats 11 and 12 in the dialog, before the server has answered the request to hold them. */
async function setUpRequest() {
  const setup = await setUpSeats();
  setup.open(11, 12);
  return setup;
}

/** The page after the server refused the purchase of seats 11 and 12, because it no longer knew the session. */
async function setUpEnded() {
  const setup = await setUpReview();
  await setup.grantHold();
  setup.confirm();
  setup.app.send({ type: 'session.ended' });
  setup.actor.send({ type: 'viewer.changed', viewer: undefined });
  return setup;
}
