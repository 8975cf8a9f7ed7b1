import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { moviePath } from '#domain/paths.ts';
import { selectTotal, selectBalanceCheck } from '#machines/bookingModel.ts';
import {
  selectHeldByOthers,
  selectFreeCount,
  selectFriends,
  selectInvitation,
  selectReviewed,
  selectStatus,
  selectSuggested,
} from '#machines/bookingSelectors.ts';
import { navigate } from '#machines/navigation.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';
import { seatsFrom } from '../seatsFrom.ts';
import {
  adult,
  inHall,
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
    const { actor, loadMovie, state } = setUpBooking(setUpRoot(), 'Metropolis', metropolis);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(loadMovie.inputs()).toEqual([]);
    actor.send({ type: 'movie.changed', movie: { ...metropolis, ticket_price: 40_000 } });
    expect(actor.getSnapshot().context.movie?.ticket_price).toBe(40_000);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

describe('section 2: the URL holds the date and the time', () => {
  test('choosing a time before the URL contains the chosen date loads the seats of that date once', async () => {
    const { actor, goTo, loadHall, navigations, state } = await setUpMovie();
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(navigations).toEqual([showtimeOf('05 Mar'), showtimeOf('05 Mar', '14.30')]);
    goTo('05 Mar', '14.30');
    expect(loadHall.inputs()).toEqual([matinee]);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test('choosing another date loads its seats once, and saves the selection for the previous date', async () => {
    const { actor, goTo, loadHall, savedSeats, seats, state, toggle } = await setUpSeats();
    toggle(11, 12);
    actor.send({ type: 'date.choose', date: '06 Mar' });
    expect({ state: state(), ...seats() }).toEqual({ state: { choosing: 'loadingSeats' }, booked: [], selected: [] });
    goTo('06 Mar', '14.30');
    expect(loadHall.inputs().slice(1)).toEqual([{ ...matinee, date: '06 Mar' }]);
    expect(savedSeats.find(matinee)).toEqual([11, 12]);
  });

  test('a time chosen while the URL has a past date is kept until the user chooses a date', async () => {
    const { actor, goTo, navigations, state } = await setUpMovie();
    goTo('04 Mar', '14.30');
    actor.send({ type: 'time.choose', time: '17.15' });
    expect(navigations).toEqual([showtimeOf('04 Mar', '17.15')]);
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(navigations.slice(1)).toEqual([showtimeOf('05 Mar', '17.15')]);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test('a showtime whose sale was closed can be opened again when the clock is set back before the closing time', async () => {
    const { actor, state } = await setUpSeats();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:00+07:00') });
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test('a page left open past midnight offers the dates of the new day', async () => {
    const { actor, goTo, state } = await setUpMovie();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-06T00:00:00+07:00') });
    goTo('10 Mar', '14.30');
    expect(state()).toEqual({ choosing: 'loadingSeats' });
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
    expect({ ...seats(), navigations }).toEqual({ booked: [1, 2], selected: [11, 12], navigations: [] });
    expect(reveals).toHaveLength(1);
  });

  test('reopening the page restores the selection and scrolls to the seats', async () => {
    const before = await setUpSeats();
    before.toggle(11, 12);
    before.root.leavePage();
    const { received, reveals, seats } = await setUpSeats({ root: before.root });
    expect({ received, ...seats() }).toEqual({ received: [], booked: [1, 2], selected: [11, 12] });
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
    const { actor, savedSeats, seats, state, toggle } = await setUpSeats({ booked: [28, 29] });
    toggle(1);
    actor.send({ type: 'seats.suggest', count: 2 });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [28, 29],
      selected: [35, 36],
    });
    expect(selectSuggested(actor.getSnapshot())).toBe('Seats 35 and 36, row E');
    expect(savedSeats.find(matinee)).toEqual([35, 36]);
    actor.send({ type: 'seats.suggest', count: 3 });
    toggle(25);
    expect([seats().selected, selectSuggested(actor.getSnapshot())]).toEqual([[26, 27], '']);
  });

  test.each([[4], [7], [0], [-1], [1.5], [Number.NaN]])(
    'cannot be requested for %d seats when three are free',
    async (count) => {
      const { actor, seats } = await setUpSeats({ booked: seatsFrom(4, 61) });
      expect(actor.getSnapshot().can({ type: 'seats.suggest', count })).toBe(false);
      actor.send({ type: 'seats.suggest', count });
      expect({ selected: seats().selected, free: selectFreeCount(actor.getSnapshot()) }).toEqual({
        selected: [],
        free: 3,
      });
    },
  );
});

describe('beside friends', () => {
  test('the page marks the friends’ booked seats, but not released ones, and suggests seats next to them', async () => {
    const { actor, goTo, openHall, seats } = await setUpSeats({ booked: [] });
    goTo('06 Mar', '14.30', [1, 2]);
    expect(selectFriends(actor.getSnapshot())).toEqual([1, 2]);
    await openHall([2]);
    expect(selectFriends(actor.getSnapshot())).toEqual([2]);
    expect(selectInvitation(actor.getSnapshot())).toBe('Watch Metropolis with friends, Fri 06 Mar, 14.30');
    actor.send({ type: 'seats.suggest', count: 2 });
    expect(seats().selected).toEqual([3, 4]);
  });

  test('the URL keeps their seats until the user chooses another showtime', async () => {
    const { actor, goTo, navigations } = await setUpSeats();
    goTo('05 Mar', '20.35', [28, 29]);
    goTo('05 Mar', undefined, [28, 29]);
    actor.send({ type: 'time.choose', time: '20.35' });
    actor.send({ type: 'time.choose', time: '14.30' });
    goTo('06 Mar', undefined, [28, 29]);
    actor.send({ type: 'time.choose', time: '20.35' });
    expect(navigations.map(({ to }) => to)).toEqual([
      '/movie/Metropolis?date=05+Mar&time=20.35&beside=28,29',
      '/movie/Metropolis?date=05+Mar&time=14.30',
      '/movie/Metropolis?date=06+Mar&time=20.35',
    ]);
  });

  test('the link to the top-up page passes the missing amount and a return path that keeps their seats', async () => {
    const { actor, goTo, navigations, openHall, savedSeats, toggle } = await setUpSeats({
      viewer: { age: 30, balance: 20_000 },
    });
    goTo('05 Mar', '20.35', [28, 29]);
    await openHall([28, 29]);
    toggle(30, 31);
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'topUp.visit' });
    expect(savedSeats.find({ ...matinee, time: '20.35' })).toEqual([30, 31]);
    const returnPath = '/movie/Metropolis?date=05+Mar&time=20.35&beside=28,29';
    expect(navigations).toEqual([navigate('/topup', { state: { returnPath, shortfall: 50_000 } })]);
  });
});

describe('section 9: the sale closes ten minutes before the start', () => {
  test('the page then clears the seats and shows a warning', async () => {
    const { actor, received, seats, state, toggle } = await setUpSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect({ state: state(), selected: seats().selected }).toEqual({ state: inHall('choosingSeats'), selected: [11] });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect({ state: state(), ...seats() }).toEqual({
      state: { choosing: 'choosingShowtime' },
      booked: [],
      selected: [],
    });
    expect(received).toEqual([notify('warning', 'This showtime is no longer on sale')]);
  });

  test('a buy dialog that is already open stays open, and the server decides', async () => {
    const { actor, state } = await setUpReview();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(state()).toEqual(inHall('confirming'));
    actor.send({ type: 'purchase.back' });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:05+07:00') });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

describe('live seats', () => {
  test('one feed per showtime runs as long as its seats are on screen', async () => {
    const { actor, feeds, goTo, openHall } = await setUpMovie();
    const before = feeds.length;
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('05 Mar', '14.30');
    await openHall([]);
    const [feed] = feeds;
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'purchase.back' });
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
  test.each([
    ['without a showtime', setUpMovie, { choosing: 'reviewingNothing' }, { choosing: 'choosingShowtime' }],
    ['without seats', setUpSeats, inHall('confirming'), inHall('choosingSeats')],
  ])('opens %s, prompts for a seat, cannot buy and closes where it was opened', async (_, setup, opened, closed) => {
    const { actor, canConfirm, state } = await setup();
    actor.send({ type: 'viewer.changed', viewer: adult });
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual(opened);
    expect(selectBalanceCheck(actor.getSnapshot())).toEqual({ kind: 'noSeats', message: 'Please select your seat!' });
    expect(canConfirm()).toBe(false);
    actor.send({ type: 'purchase.back' });
    expect(state()).toEqual(closed);
  });

  test('reliability 42: confirming after another user took a seat buys nothing, closes the dialog and names the seat', async () => {
    const { actor, alert, bookTickets, confirm, received, savedSeats, seats, state } = await setUpReview();
    actor.send({ type: 'seats.changed', seatNumbers: [1, 2, 12] });
    confirm();
    expect({ state: state(), alert: alert(), received, saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: 'Seat 12 has just been taken',
      received: [notify('warning', 'Seat 12 has just been taken')],
      saved: [11],
      booked: [1, 2, 12],
      selected: [11],
    });
    expect(bookTickets.inputs()).toEqual([]);
  });

  test('reliability 42: confirming a review from before a price change buys nothing', async () => {
    const { actor, bookTickets, confirm, loadMovie, openHall } = await setUpReview();
    const reviewed = selectReviewed(actor.getSnapshot());
    confirm();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed', message: 'The price has changed' }));
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    await openHall([1, 2]);
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'purchase.confirm', reviewed });
    expect(bookTickets.inputs()).toHaveLength(1);
    confirm();
    expect(bookTickets.inputs().map(({ booking }) => booking.movieTicketPrice)).toEqual([35_000, 40_000]);
  });
});

describe('section 4: purchase', () => {
  test('the dialog shows the progress, marks the seats as booked, and navigates home after exactly 1.5 s', async () => {
    const { actor, bookTickets, clock, navigations, recordSeats, seats, state } = await setUpPurchase();
    const shown = () => ({ state: state(), status: selectStatus(actor.getSnapshot()) });
    expect(shown()).toEqual({ state: 'purchasing', status: 'calling' });
    await bookTickets.answer(ticketOf('t1'));
    expect(shown()).toEqual({ state: 'purchasing', status: 'confirming' });
    await recordSeats.answer(ticketOf('t1'));
    expect(shown()).toEqual({ state: 'purchased', status: 'done' });
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
    clock.increment(1499);
    expect({ state: state(), navigations }).toEqual({ state: 'purchased', navigations: [] });
    clock.increment(1);
    expect({ state: state(), navigations }).toEqual({ state: 'leaving', navigations: [navigate('/')] });
    expect(actor.getSnapshot().status).toBe('done');
  });
});

describe('section 8: each error returns to the step where the user can correct it', () => {
  test('seat_taken marks the lost seats as booked and retains the others', async () => {
    const { alert, bookTickets, received, savedSeats, seats, state } = await setUpPurchase();
    await bookTickets.fail(
      new CallFailed({ code: 'seat_taken', message: 'Seat 12 has just been taken', seatNumbers: [12] }),
    );
    expect({ state: state(), alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: 'Seat 12 has just been taken',
      saved: [11],
      booked: [1, 2, 12],
      selected: [11],
    });
    expect(received).toEqual([notify('error', 'Seat 12 has just been taken')]);
  });

  test('seat_held shows the seats as held by others and retains the rest of the selection', async () => {
    const { actor, alert, bookTickets, savedSeats, seats, state } = await setUpPurchase();
    const message = 'Seat 12 is being bought by another visitor';
    await bookTickets.fail(new CallFailed({ code: 'seat_held', message, seatNumbers: [12] }));
    expect({ state: state(), alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: message,
      saved: [11],
      booked: [1, 2],
      selected: [11],
    });
    expect(selectHeldByOthers(actor.getSnapshot())).toEqual([12]);
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 12 })).toBe(false);
  });

  test('movie_changed fetches the film and the seats again and retains the selection', async () => {
    const { actor, bookTickets, loadMovie, openHall, seats, state } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed', message: 'The price has changed' }));
    expect(state()).toBe('loadingMovie');
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await openHall([1, 2, 12]);
    expect(seats()).toEqual({ booked: [1, 2, 12], selected: [11] });
    expect(selectTotal(actor.getSnapshot())).toBe(40_000);
  });

  test('showtime_closed prompts for another showtime', async () => {
    const { alert, bookTickets, received, goTo, seats, state } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'showtime_closed', message: 'This showtime is no longer on sale' }));
    expect({ state: state(), alert: alert() }).toEqual({ state: { choosing: 'choosingShowtime' }, alert: undefined });
    expect(seats()).toEqual({ booked: [], selected: [] });
    expect(received).toEqual([notify('error', 'This showtime is no longer on sale')]);
    goTo('05 Mar', '20.35');
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test.each([
    ['not_enough_balance', [{ type: 'account.changed' }]],
    ['too_young', []],
  ])(
    '%s keeps the dialog open with the message and the selection, and saves the seats again',
    async (code, requested) => {
      const { alert, actor, bookTickets, canConfirm, received, savedSeats, seats, state } = await setUpPurchase();
      const handedOver = savedSeats.find(matinee);
      await bookTickets.fail(new CallFailed({ code, message: `Sorry: ${code}` }));
      expect({ state: state(), alert: alert(), handedOver, saved: savedSeats.find(matinee), ...seats() }).toEqual({
        state: inHall('confirming'),
        alert: `Sorry: ${code}`,
        handedOver: [],
        saved: [11, 12],
        booked: [1, 2],
        selected: [11, 12],
      });
      expect({ status: selectStatus(actor.getSnapshot()), canConfirm: canConfirm() }).toEqual({
        status: 'reviewing',
        canConfirm: true,
      });
      expect(received).toEqual([notify('error', `Sorry: ${code}`), ...requested]);
    },
  );

  test('an error after a URL change opens the showtime of the URL, and saves the seats for the showtime of the purchase', async () => {
    const { alert, bookTickets, goTo, loadHall, savedSeats, state } = await setUpPurchase();
    goTo('06 Mar', '11.40');
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Oh' }));
    expect({ state: state(), alert: alert(), saved: savedSeats.find(matinee) }).toEqual({
      state: { choosing: 'loadingSeats' },
      alert: undefined,
      saved: [11, 12],
    });
    expect(loadHall.inputs().at(-1)).toEqual({ title: 'Metropolis', date: '06 Mar', time: '11.40' });
  });
});

describe('section 2: a film that cannot be loaded', () => {
  test('an unknown film shows the page for a missing film', async () => {
    const { loadMovie, received, state } = setUpBooking();
    await loadMovie.fail(new CallFailed({ code: 'movie_not_found', message: 'This movie is not on show' }));
    expect({ state: state(), received }).toEqual({ state: 'movieNotFound', received: [] });
  });

  test('an unreachable server shows an error, and Retry loads the film again', async () => {
    const { actor, loadMovie, state } = setUpBooking();
    await loadMovie.fail(new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' }));
    expect(state()).toBe('movieFailed');
    actor.send({ type: 'movie.retry' });
    expect(state()).toBe('loadingMovie');
  });
});

describe('section 4: which seats can be selected', () => {
  test('a booked seat and a seventh seat cannot be selected', async () => {
    const { seats, toggle } = await setUpSeats();
    toggle(1, 11, 12, 13, 14, 15, 16, 17);
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12, 13, 14, 15, 16] });
  });

  test('the page selects the seats that the tab saved', async () => {
    const { actor, seats } = await setUpSeats();
    actor.send({ type: 'seats.restored', saved: [11, 12] });
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12] });
  });
});

describe('section 2: the buy dialog needs a user', () => {
  test('a signed-out visitor cannot open it', async () => {
    const { actor, goTo, openHall, state } = await setUpMovie();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    goTo('05 Mar', '14.30');
    await openHall([]);
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual(inHall('choosingSeats'));
  });

  test('signing out closes it and keeps the selection', async () => {
    const { actor, seats, state } = await setUpReview();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11, 12],
    });
  });

  test('before a showtime is chosen, signing out closes it', async () => {
    const { actor, state } = await setUpMovie();
    actor.send({ type: 'viewer.changed', viewer: adult });
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual({ choosing: 'reviewingNothing' });
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

describe('reliability 42: a page with a running purchase', () => {
  test('shows the purchase again when the page opens again', async () => {
    const { root } = await setUpPurchase();
    root.leavePage();
    expect(setUpBooking(root, 'Metropolis', metropolis).state()).toBe('purchasing');
  });

  test('shows the hall again when the purchase ended because the user signed out', async () => {
    const { root, state } = await setUpPurchase();
    root.leave();
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test('lets the user go back only while the outcome is unknown', async () => {
    const { actor, bookTickets, state } = await setUpPurchase();
    actor.send({ type: 'purchase.back' });
    expect(state()).toBe('purchasing');
    await bookTickets.fail(new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' }));
    actor.send({ type: 'purchase.back' });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });
});

function notify(type: 'error' | 'warning', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}

/** A navigation to a showtime that replaces the current history entry. */
function showtimeOf(date: string, time?: string) {
  return navigate(moviePath('Metropolis', { date, time }), { replace: true });
}
