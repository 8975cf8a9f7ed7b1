import { failureSentence } from '#contract/failureSentence.ts';
import type { Notification } from '#machines/toastsMachine.ts';
import { describe, expect, test } from 'vitest';
import { CallFailed, failed } from '#domain/failure.ts';
import { moviePath } from '#domain/paths.ts';
import { invitationOf, isSettled } from '#machines/bookingSelectors.ts';
import { totalOf } from '#machines/hallModel.ts';
import {
  selectFreeCount,
  selectFriends,
  selectHeldByOthers,
  selectReviewed,
  selectSuggested,
} from '#machines/hallSelectors.ts';
import { navigate } from '#machines/navigation.ts';
import { metropolis } from '../fixtures/people.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { toast } from './openRoot.ts';
import {
  adult,
  matinee,
  setUpBooking,
  setUpMovie,
  setUpPurchase,
  setUpReview,
  setUpRoot,
  setUpSeats,
} from './setUpBooking.ts';

describe('section 2: the film of the page', () => {
  test('is shown from the movie list in memory without a request, and is updated when the list changes', () => {
    const { actor, loadMovie, shows } = setUpBooking(setUpRoot(), 'Metropolis', metropolis);
    expect(shows()).toEqual('no hall');
    expect(loadMovie.inputs()).toEqual([]);
    actor.send({ type: 'movie.changed', movie: { ...metropolis, ticket_price: 40_000 } });
    expect(actor.getSnapshot().context.movie?.ticket_price).toBe(40_000);
    expect(shows()).toEqual('no hall');
  });

  test('that cannot be fetched shows the reason in a toast, and Retry fetches it again', async () => {
    const { actor, loadMovie, received, shows } = setUpBooking();
    await loadMovie.fail(new CallFailed({ code: 'unreachable' }));
    expect({ shows: shows(), received, isSettled: isSettled(actor.getSnapshot()) }).toEqual({
      shows: 'no film',
      received: [toast('error', failed('unreachable'), 'bottom-left')],
      isSettled: true,
    });
    actor.send({ type: 'movie.retry' });
    expect({ shows: shows(), isSettled: isSettled(actor.getSnapshot()) }).toEqual({
      shows: 'no film',
      isSettled: false,
    });
  });

  test('opens with the seats of the showtime in the URL, and is settled once they are loaded', async () => {
    const { actor, goTo, loadMovie, openHall, shows } = setUpBooking();
    goTo('05 Mar', '14.30');
    await loadMovie.answer(metropolis);
    expect({ shows: shows(), isSettled: isSettled(actor.getSnapshot()) }).toEqual({
      shows: 'the hall',
      isSettled: false,
    });
    await openHall([]);
    expect(isSettled(actor.getSnapshot())).toBe(true);
  });
});

describe('section 2: the URL holds the date and the time', () => {
  test('choosing a time before the URL contains the chosen date loads the seats of that date once', async () => {
    const { actor, goTo, hall, loadSeats, navigations, shows } = await setUpMovie();
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(shows()).toEqual('no hall');
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(navigations).toEqual([showtimeOf('05 Mar'), showtimeOf('05 Mar', '14.30')]);
    goTo('05 Mar', '14.30');
    expect({ fetched: loadSeats.inputs(), hall: hall()?.value }).toMatchObject({
      fetched: [matinee],
      hall: { seats: 'loading' },
    });
  });

  test('choosing another date loads its seats once, and saves the selection for the previous date', async () => {
    const { actor, goTo, isLoading, loadSeats, savedSeats, seats, toggle } = await setUpSeats();
    toggle(11, 12);
    actor.send({ type: 'date.choose', date: '06 Mar' });
    expect({ isLoading: isLoading(), ...seats() }).toEqual({ isLoading: true, sold: [], selected: [] });
    goTo('06 Mar', '14.30');
    expect(loadSeats.inputs().slice(1)).toEqual([{ ...matinee, date: '06 Mar' }]);
    expect(savedSeats.find(matinee)).toEqual([11, 12]);
  });

  test('a time chosen while the URL has a past date is kept until the user chooses a date', async () => {
    const { actor, goTo, isLoading, navigations } = await setUpMovie();
    goTo('04 Mar', '14.30');
    actor.send({ type: 'time.choose', time: '17.15' });
    expect(navigations).toEqual([showtimeOf('04 Mar', '17.15')]);
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(navigations.slice(1)).toEqual([showtimeOf('05 Mar', '17.15')]);
    expect(isLoading()).toBe(true);
  });

  test('a showtime whose sale was closed can be opened again when the clock is set back before the closing time', async () => {
    const { actor, isLoading, shows } = await setUpSeats();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(shows()).toEqual('no hall');
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:00+07:00') });
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(isLoading()).toBe(true);
  });

  test('a page left open past midnight offers the dates of the new day', async () => {
    const { actor, goTo, isLoading } = await setUpMovie();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-06T00:00:00+07:00') });
    goTo('10 Mar', '14.30');
    expect(isLoading()).toBe(true);
  });

  test('choosing a time scrolls to the seats; choosing a date, a URL change and loading the seats do not', async () => {
    const { actor, goTo, openHall, reveals } = await setUpMovie();
    goTo('06 Mar', '14.30');
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(reveals).toEqual([]);
    actor.send({ type: 'time.choose', time: '17.15' });
    expect(reveals).toHaveLength(1);
    await openHall([1, 2]);
    expect(reveals).toHaveLength(1);
  });

  test('choosing the current date and time again keeps the selection, and the time scrolls to the seats', async () => {
    const { actor, navigations, reveals, seats, toggle } = await setUpSeats();
    toggle(11, 12);
    actor.send({ type: 'date.choose', date: '05 Mar' });
    actor.send({ type: 'time.choose', time: '14.30' });
    expect({ ...seats(), navigations }).toEqual({ sold: [1, 2], selected: [11, 12], navigations: [] });
    expect(reveals).toHaveLength(1);
  });

  test('reopening the page restores the selection and scrolls to the seats', async () => {
    const before = await setUpSeats();
    before.toggle(11, 12);
    before.root.leavePage();
    const { received, reveals, seats } = await setUpSeats({ root: before.root });
    expect({ received, ...seats() }).toEqual({ received: [], sold: [1, 2], selected: [11, 12] });
    expect(reveals).toHaveLength(1);
  });

  test('a time that is no longer on sale cannot be chosen', async () => {
    const { actor, goTo, navigations } = await setUpMovie();
    goTo('05 Mar', undefined);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(actor.getSnapshot().can({ type: 'time.choose', time: '14.30' })).toBe(false);
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(navigations).toEqual([]);
  });
});

describe('the best seats', () => {
  test('replace the selection, change with the number of seats, and can then be deselected one by one', async () => {
    const { inOpenHall, savedSeats, seats, sendHall, shows, toggle } = await setUpSeats({ sold: [28, 29] });
    toggle(1);
    sendHall({ type: 'seats.suggest', count: 2 });
    expect({ shows: shows(), ...seats() }).toEqual({
      shows: 'the hall',
      sold: [28, 29],
      selected: [35, 36],
    });
    expect(selectSuggested(inOpenHall())).toEqual([35, 36]);
    expect(savedSeats.find(matinee)).toEqual([35, 36]);
    sendHall({ type: 'seats.suggest', count: 3 });
    toggle(25);
    expect([seats().selected, selectSuggested(inOpenHall())]).toEqual([[26, 27], []]);
  });

  test.each([
    ['four seats when three are free', 4, 61],
    ['more seats than a purchase may have', 7, 2],
  ])('cannot be requested for %s', async (_, count, soldCount) => {
    const { inOpenHall, seats, sendHall } = await setUpSeats({ sold: seatsFrom(4, soldCount) });
    expect(inOpenHall().can({ type: 'seats.suggest', count })).toBe(false);
    sendHall({ type: 'seats.suggest', count });
    expect({ selected: seats().selected, free: selectFreeCount(inOpenHall()) }).toEqual({
      selected: [],
      free: 64 - soldCount,
    });
  });
});

describe('beside friends', () => {
  test('the page marks the sold seats of friends, but not released ones, and suggests seats next to them', async () => {
    const { actor, goTo, inOpenHall, openHall, seats, sendHall } = await setUpSeats({ sold: [] });
    goTo('06 Mar', '14.30', [1, 2]);
    expect(selectFriends(inOpenHall())).toEqual([1, 2]);
    await openHall([2]);
    expect(selectFriends(inOpenHall())).toEqual([2]);
    expect(invitationOf(actor.getSnapshot().context, inOpenHall().context)).toEqual({
      kind: 'beside',
      startsAt: '2026-03-06T07:30:00.000Z',
    });
    sendHall({ type: 'seats.suggest', count: 2 });
    expect(seats().selected).toEqual([3, 4]);
  });

  test('the URL keeps their seats, and the code of shared ones, until the user chooses another showtime', async () => {
    const { actor, goTo, navigations } = await setUpSeats();
    goTo('05 Mar', '20.35', [28, 29], 'the-code');
    goTo('05 Mar', undefined, [28, 29], 'the-code');
    actor.send({ type: 'time.choose', time: '20.35' });
    actor.send({ type: 'time.choose', time: '14.30' });
    goTo('06 Mar', undefined, [28, 29], 'the-code');
    actor.send({ type: 'time.choose', time: '20.35' });
    expect(navigations.map(({ to }) => to)).toEqual([
      '/movie/Metropolis?date=05+Mar&time=20.35&beside=28,29&together=the-code',
      '/movie/Metropolis?date=05+Mar&time=14.30',
      '/movie/Metropolis?date=06+Mar&time=20.35',
    ]);
  });

  test('the link to the top-up page passes the missing amount and a return path that keeps their seats', async () => {
    const { goTo, navigations, openHall, review, savedSeats, sendHall, toggle } = await setUpSeats({
      viewer: { ...adult, balance: 20_000 },
    });
    goTo('05 Mar', '20.35', [28, 29]);
    await openHall([28, 29]);
    toggle(30, 31);
    review();
    sendHall({ type: 'topUp.visit' });
    expect(savedSeats.find({ ...matinee, time: '20.35' })).toEqual([30, 31]);
    const returnPath = '/movie/Metropolis?date=05+Mar&time=20.35&beside=28,29';
    expect(navigations).toEqual([navigate('/topup', { state: { returnPath, shortfall: 50_000 } })]);
  });
});

describe('section 9: the sale closes ten minutes before the start', () => {
  test('the page then clears the seats and shows a warning', async () => {
    const { actor, received, seats, shows, toggle } = await setUpSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect({ shows: shows(), selected: seats().selected }).toEqual({ shows: 'the hall', selected: [11] });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect({ shows: shows(), ...seats() }).toEqual({
      shows: 'no hall',
      sold: [],
      selected: [],
    });
    expect(received).toEqual([notify('warning', { code: 'showtime_closing' })]);
  });

  test('a buy dialog that is already open stays open, and the server decides', async () => {
    const { actor, back, shows } = await setUpReview();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(shows()).toEqual('the dialog');
    back();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:05+07:00') });
    expect(shows()).toEqual('no hall');
  });
});

describe('live seats', () => {
  test('one feed per showtime runs as long as its seats are on screen', async () => {
    const { actor, back, feeds, goTo, openHall, review } = await setUpMovie();
    const before = feeds.length;
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('05 Mar', '14.30');
    await openHall([]);
    const [feed] = feeds;
    review();
    back();
    expect({ before, feed, same: feeds[0] === feed, feeds: feeds.length }).toEqual({
      before: 0,
      feed: matinee,
      same: true,
      feeds: 1,
    });
    goTo('05 Mar', '20.35');
    expect(feeds).toEqual([]);
    await openHall([]);
    expect(feeds).toEqual([{ ...matinee, time: '20.35' }]);
    goTo(undefined, undefined);
    expect(feeds).toEqual([]);
  });
});

describe('section 2: buy dialog', () => {
  test('reliability 42: confirming after another user took a seat buys nothing, closes the dialog and names the seat', async () => {
    const { alert, bookTickets, confirm, isDialogOpen, received, report, savedSeats, seats, shows } =
      await setUpReview();
    report([1, 2, 12]);
    confirm();
    expect({ shows: shows(), alert: alert(), received, saved: savedSeats.find(matinee), ...seats() }).toEqual({
      shows: 'the hall',
      alert: 'Seat 12 has just been taken',
      received: [notify('warning', { code: 'seat_taken', seatNumbers: [12] })],
      saved: [11],
      sold: [1, 2, 12],
      selected: [11],
    });
    expect({ isDialogOpen: isDialogOpen(), requests: bookTickets.inputs() }).toEqual({
      isDialogOpen: false,
      requests: [],
    });
  });

  test('reliability 42: confirming a review from before a price change buys nothing', async () => {
    const { bookTickets, confirm, inOpenHall, loadMovie, openHall, review, sendHall } = await setUpReview();
    const reviewed = selectReviewed(inOpenHall());
    confirm();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed' }));
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    await openHall([1, 2]);
    review();
    sendHall({ type: 'purchase.confirm', reviewed });
    expect(bookTickets.inputs()).toHaveLength(1);
    confirm();
    expect(bookTickets.inputs().map(({ booking }) => booking.movieTicketPrice)).toEqual([35_000, 40_000]);
  });
});

describe('section 8: each error returns to the step where the user can correct it', () => {
  test('seat_taken marks the lost seats as sold and keeps the others selected', async () => {
    const { alert, bookTickets, received, savedSeats, seats, shows } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', seatNumbers: [12] }));
    expect({ shows: shows(), alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      shows: 'the hall',
      alert: 'Seat 12 has just been taken',
      saved: [11],
      sold: [1, 2, 12],
      selected: [11],
    });
    expect(received).toEqual([notify('error', { code: 'seat_taken', seatNumbers: [12] })]);
  });

  test('seat_held shows the seats as held by others and keeps the rest of the selection', async () => {
    const { alert, bookTickets, inOpenHall, savedSeats, seats, shows } = await setUpPurchase();
    const message = 'Seat 12 is being bought by another visitor';
    await bookTickets.fail(new CallFailed({ code: 'seat_held', seatNumbers: [12] }));
    expect({ shows: shows(), alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      shows: 'the hall',
      alert: message,
      saved: [11],
      sold: [1, 2],
      selected: [11],
    });
    expect(selectHeldByOthers(inOpenHall())).toEqual([12]);
    expect(inOpenHall().can({ type: 'seat.toggle', seatNumber: 12 })).toBe(false);
  });

  test('movie_changed fetches the film and the seats again and retains the selection', async () => {
    const { bookTickets, isDialogOpen, inOpenHall, isLoading, loadMovie, openHall, seats, shows } =
      await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed' }));
    expect({ shows: shows(), isDialogOpen: isDialogOpen() }).toEqual({ shows: 'no film', isDialogOpen: false });
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    expect(isLoading()).toBe(true);
    await openHall([1, 2, 12]);
    expect(seats()).toEqual({ sold: [1, 2, 12], selected: [11] });
    expect(totalOf(inOpenHall().context)).toBe(40_000);
  });

  test('showtime_closed prompts for another showtime', async () => {
    const { alert, bookTickets, isDialogOpen, received, goTo, isLoading, seats, shows } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'showtime_closed' }));
    expect({ shows: shows(), alert: alert(), isDialogOpen: isDialogOpen() }).toEqual({
      shows: 'no hall',
      alert: undefined,
      isDialogOpen: false,
    });
    expect(seats()).toEqual({ sold: [], selected: [] });
    expect(received).toEqual([notify('error', failed('showtime_closed'))]);
    goTo('05 Mar', '20.35');
    expect(isLoading()).toBe(true);
  });

  test.each([
    ['not_enough_balance', [{ type: 'account.changed' }]],
    ['too_young', []],
  ])(
    '%s keeps the dialog open with the message and the selection, and saves the seats again',
    async (code, requested) => {
      const { alert, bookTickets, canConfirm, dialogStatus, received, savedSeats, seats, shows } =
        await setUpPurchase();
      const handedOver = savedSeats.find(matinee);
      await bookTickets.fail(new CallFailed({ code }));
      expect({ shows: shows(), alert: alert(), handedOver, saved: savedSeats.find(matinee), ...seats() }).toEqual({
        shows: 'the dialog',
        alert: failureSentence({ code }),
        handedOver: [],
        saved: [11, 12],
        sold: [1, 2],
        selected: [11, 12],
      });
      expect({ status: dialogStatus(), canConfirm: canConfirm() }).toEqual({
        status: 'reviewing',
        canConfirm: true,
      });
      expect(received).toEqual([notify('error', failed(code)), ...requested]);
    },
  );

  test('an error after a URL change keeps the showtime of the URL, and saves the seats for the showtime of the purchase', async () => {
    const { alert, bookTickets, isDialogOpen, goTo, isLoading, loadSeats, savedSeats } = await setUpPurchase();
    goTo('06 Mar', '11.40');
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance' }));
    expect({
      isLoading: isLoading(),
      alert: alert(),
      isDialogOpen: isDialogOpen(),
      saved: savedSeats.find(matinee),
    }).toEqual({ isLoading: true, alert: undefined, isDialogOpen: false, saved: [11, 12] });
    expect(loadSeats.inputs().at(-1)).toEqual({ title: 'Metropolis', date: '06 Mar', time: '11.40' });
  });

  test('lost seats of a purchase are not saved after a URL change', async () => {
    const { bookTickets, goTo, savedSeats } = await setUpPurchase();
    goTo('06 Mar', '11.40');
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', seatNumbers: [12] }));
    expect(savedSeats.find(matinee)).toEqual([11]);
  });
});

describe('reliability 42: a page with a running purchase', () => {
  test('shows an unsettled purchase again when the page opens again, also over the hall of the URL', async () => {
    const { bookTickets, root } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'unreachable' }));
    root.leavePage();
    const { isDialogOpen, goTo, isLoading } = setUpBooking(root, 'Metropolis', metropolis);
    goTo('05 Mar', '14.30');
    expect({ isDialogOpen: isDialogOpen(), isLoading: isLoading() }).toEqual({
      isDialogOpen: true,
      isLoading: true,
    });
  });

  test.each(['calling', 'unsettled'])(
    'selects its seats again when the page opens again while it is %s and the server then refuses it',
    async (status) => {
      const { bookTickets, clock, root, savedSeats } = await setUpPurchase();
      if (status === 'unsettled') await bookTickets.fail(new CallFailed({ code: 'unreachable' }));
      root.leavePage();
      const page = setUpBooking(root, 'Metropolis', metropolis, '?date=05+Mar&time=14.30');
      page.actor.send({ type: 'viewer.changed', viewer: adult });
      await page.openHall([1, 2]);
      clock.increment(1000);
      await bookTickets.fail(new CallFailed({ code: 'not_enough_balance' }));
      await page.openHall([1, 2]);
      expect({ shows: page.shows(), isDialogOpen: page.isDialogOpen(), ...page.seats() }).toEqual({
        shows: 'the hall',
        isDialogOpen: false,
        sold: [1, 2],
        selected: [11, 12],
      });
      expect(savedSeats.find(matinee)).toEqual([11, 12]);
    },
  );

  test('asks for a sign-in once when its session has ended, and not again when a later dialog closes', async () => {
    const { actor, app, back, goTo, review } = await setUpPurchase();
    const isAsked = () => app.getSnapshot().children.authDialog?.getSnapshot().matches('open');
    app.send({ type: 'session.ended' });
    expect(isAsked()).toBe(true);
    app.getSnapshot().children.authDialog?.send({ type: 'auth.close' });
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('05 Mar', undefined);
    review();
    back();
    expect(isAsked()).toBe(false);
  });

  test('closes the dialog of an unsettled purchase when another showtime opens, and the purchase goes on', async () => {
    const { bookTickets, goTo, purchase, shows } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'unreachable' }));
    goTo('05 Mar', '20.35');
    expect({ shows: shows(), status: purchase()?.status }).toEqual({ shows: 'the hall', status: 'unsettled' });
  });

  test('asks the user to sign in and saves the seats when the session ends while another showtime is open', async () => {
    const { app, goTo, savedSeats } = await setUpPurchase();
    goTo('05 Mar', '20.35');
    app.send({ type: 'session.ended' });
    const isAsked = app.getSnapshot().children.authDialog?.getSnapshot().matches('open');
    expect({ isAsked, saved: savedSeats.find(matinee) }).toEqual({ isAsked: true, saved: [11, 12] });
  });

  test('shows the hall again when the purchase ended because the user signed out', async () => {
    const { actor, isDialogOpen, root, seats, shows } = await setUpPurchase();
    root.leave();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect({ shows: shows(), isDialogOpen: isDialogOpen(), ...seats() }).toEqual({
      shows: 'the hall',
      isDialogOpen: false,
      sold: [1, 2],
      selected: [],
    });
  });

  test('lets the user go back only while the outcome is unknown', async () => {
    const { back, bookTickets, dialogStatus, isDialogOpen, seats, shows } = await setUpPurchase();
    back();
    expect(dialogStatus()).toBe('calling');
    await bookTickets.fail(new CallFailed({ code: 'unreachable' }));
    back();
    expect({ shows: shows(), isDialogOpen: isDialogOpen(), selected: seats().selected }).toEqual({
      shows: 'the hall',
      isDialogOpen: false,
      selected: [],
    });
  });
});

function notify(type: 'error' | 'warning', content: Notification['content']) {
  return { type: 'notify', notification: { type, content, placement: 'bottom-left' } };
}

/** A navigation to a showtime that replaces the current history entry. */
function showtimeOf(date: string, time?: string) {
  return navigate(moviePath('Metropolis', { date, time }), { replace: true });
}
