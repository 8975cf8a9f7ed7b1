import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { moviePath } from '#domain/paths.ts';
import { selectTotal, selectBalanceCheck } from '#machines/bookingContext.ts';
import {
  selectFreeCount,
  selectFriends,
  selectInvitation,
  selectReviewed,
  selectSuggested,
  selectTooYoung,
} from '#machines/bookingSelectors.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { navigate } from '#machines/navigation.ts';
import { metropolis } from '../fixtures/people.ts';
import { seatsFrom } from '../seatsFrom.ts';
import {
  adult,
  inHall,
  matinee,
  MORNING,
  setUpBooking,
  setUpMovie,
  setUpReview,
  setUpRoot,
  setUpSeats,
} from './setUpBooking.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

describe('section 2: the film of the page', () => {
  test('is fetched by its title and waits for a showtime', async () => {
    const { actor, loadMovie, state } = setUpBooking();
    expect(state()).toBe('loadingMovie');
    expect(loadMovie.inputs()).toEqual([{ title: 'Metropolis' }]);
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(actor.getSnapshot().context.movie).toEqual(metropolis);
  });

  test('is shown at once where the list in memory has it, and as it is once it was asked anew', () => {
    const { actor, loadMovie, state } = setUpBooking(setUpRoot(), 'Metropolis', metropolis);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(loadMovie.inputs()).toEqual([]);
    actor.send({ type: 'movie.changed', movie: { ...metropolis, ticket_price: 40_000 } });
    expect(actor.getSnapshot().context.movie?.ticket_price).toBe(40_000);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });

  test('that no film has this title is a state of its own', async () => {
    const { loadMovie, state } = setUpBooking();
    await loadMovie.fail(new CallFailed({ code: 'movie_not_found', message: 'No film has this title' }));
    expect(state()).toBe('movieNotFound');
  });

  test('section 8: that could not be fetched is told in place and by a toast, and can be asked for again', async () => {
    const { actor, received, loadMovie, state } = setUpBooking();
    await loadMovie.fail(unreachable);
    expect(state()).toBe('movieFailed');
    expect(actor.getSnapshot().context.failure?.message).toBe('The cinema cannot be reached.');
    expect(received).toEqual([notify('error', 'The cinema cannot be reached.')]);
    actor.send({ type: 'movie.retry' });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(loadMovie.inputs()).toHaveLength(2);
  });
});

describe('section 2: seats are shown only after a showtime is chosen', () => {
  test.each([
    ['no date and no time', { date: undefined, time: undefined }],
    ['a date alone', { date: '05 Mar', time: undefined }],
    ['a time alone', { date: undefined, time: '14.30' }],
    ['a date not on offer', { date: '10 Mar', time: '14.30' }],
    ['a time never shown', { date: '05 Mar', time: '14.31' }],
  ])('%s shows none', async (_, showtime) => {
    const { actor, loadHall, state } = await setUpMovie();
    actor.send({ type: 'showtime.changed', showtime, beside: [] });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(actor.getSnapshot().hasTag('seats')).toBe(false);
    expect(loadHall.inputs()).toEqual([]);
  });

  test('a date and a time show the seats sold', async () => {
    const { actor, goTo, loadHall, openHall, seats, state } = await setUpMovie();
    goTo('05 Mar', '14.30');
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(actor.getSnapshot().hasTag('seats')).toBe(false);
    expect(loadHall.inputs()).toEqual([{ title: 'Metropolis', date: '05 Mar', time: '14.30' }]);
    await openHall([1, 2]);
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(actor.getSnapshot().hasTag('seats')).toBe(true);
    expect(seats()).toEqual({ booked: [1, 2], selected: [] });
  });

  test('a showtime in the URL before the film came is opened as soon as it came', async () => {
    const { goTo, loadHall, loadMovie, state } = setUpBooking();
    goTo('06 Mar', '11.40');
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(loadHall.inputs()).toEqual([{ title: 'Metropolis', date: '06 Mar', time: '11.40' }]);
  });

  test('section 8: seats that could not be fetched are told in place and by a toast, and can be asked for again', async () => {
    const { actor, alert, received, goTo, loadHall, openHall, seats, state } = await setUpMovie();
    goTo('05 Mar', '14.30');
    await loadHall.fail(unreachable);
    expect({ state: state(), alert: alert(), received }).toEqual({
      state: { choosing: 'seatsFailed' },
      alert: 'The cinema cannot be reached.',
      received: [notify('error', 'The cinema cannot be reached.')],
    });
    actor.send({ type: 'seats.retry' });
    expect(alert()).toBeUndefined();
    await openHall([3]);
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats()).toEqual({ booked: [3], selected: [] });
  });
});

describe('section 2: date and time stand in the URL', () => {
  test('choosing a date changes the URL, and the URL opens the showtime', async () => {
    const { actor, goTo, navigations, state } = await setUpMovie();
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(navigations).toEqual([showtimeOf('05 Mar')]);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    goTo('05 Mar', undefined);
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(navigations.slice(1)).toEqual([showtimeOf('05 Mar', '14.30')]);
  });

  test('choosing a time brings the seats into sight; a date alone, or coming to them, does not', async () => {
    const { actor, goTo, openHall, reveals } = await setUpMovie();
    actor.send({ type: 'date.choose', date: '05 Mar' });
    goTo('05 Mar', undefined);
    expect(reveals).toEqual([]);
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(reveals).toHaveLength(1);
    goTo('05 Mar', '14.30');
    await openHall([1, 2]);
    expect(reveals).toHaveLength(1);
  });

  test('another date keeps a time still on sale and lets go of one that is not', async () => {
    const { actor, goTo, navigations } = await setUpMovie();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T12:00:00+07:00') });
    goTo('06 Mar', '14.30');
    actor.send({ type: 'date.choose', date: '05 Mar' });
    goTo('06 Mar', '11.40');
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(navigations).toEqual([showtimeOf('05 Mar', '14.30'), showtimeOf('05 Mar')]);
  });

  test('a time within ten minutes of its start cannot be chosen', async () => {
    const { actor, goTo, navigations } = await setUpMovie();
    goTo('05 Mar', undefined);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(actor.getSnapshot().can({ type: 'time.choose', time: '14.30' })).toBe(false);
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(navigations).toEqual([]);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect(actor.getSnapshot().can({ type: 'time.choose', time: '14.30' })).toBe(true);
  });
});

describe('section 4: seat selection', () => {
  test('a free seat is selected, a selected one is free again, numbers ascend', async () => {
    const { seats, toggle } = await setUpSeats();
    toggle(40, 12, 11);
    expect(seats().selected).toEqual([11, 12, 40]);
    toggle(12);
    expect(seats().selected).toEqual([11, 40]);
  });

  test('a booked seat cannot be selected', async () => {
    const { actor, seats, toggle } = await setUpSeats({ booked: [1, 2] });
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 1 })).toBe(false);
    toggle(1, 2, 3);
    expect(seats().selected).toEqual([3]);
  });

  test('one more seat than a purchase may hold is refused until another is given back', async () => {
    const { actor, seats, toggle } = await setUpSeats();
    toggle(...seatsFrom(11));
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 40 })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 12 })).toBe(true);
    toggle(40);
    expect(seats().selected).toEqual(seatsFrom(11));
    toggle(11, 40);
    expect(seats().selected).toEqual([...seatsFrom(12, MAXIMUM_SEATS - 1), 40]);
  });

  test('another showtime empties the selection, the same one keeps it', async () => {
    const { goTo, openHall, seats, state, toggle } = await setUpSeats();
    toggle(11);
    goTo('05 Mar', '14.30');
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11],
    });
    goTo('05 Mar', '17.15');
    expect({ state: state(), ...seats() }).toEqual({ state: { choosing: 'loadingSeats' }, booked: [], selected: [] });
    await openHall([5]);
    expect(seats()).toEqual({ booked: [5], selected: [] });
  });

  test('an answer for a showtime that was left is not shown', async () => {
    const { goTo, openHall, seats, state } = await setUpMovie();
    goTo('05 Mar', '14.30');
    const answerLate = openHall([1]);
    goTo('05 Mar', '17.15');
    await answerLate;
    expect({ state: state(), ...seats() }).toEqual({ state: { choosing: 'loadingSeats' }, booked: [], selected: [] });
    await openHall([9]);
    expect(seats()).toEqual({ booked: [9], selected: [] });
  });
});

describe('the best seats', () => {
  test('are chosen in place of others, another number anew, and a click goes on from there', async () => {
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

  test.each([[4], [7], [0], [-1], [1.5], [Number.NaN]])('are none for %d where three are free', async (count) => {
    const { actor, seats } = await setUpSeats({ booked: seatsFrom(4, 61) });
    expect(actor.getSnapshot().can({ type: 'seats.suggest', count })).toBe(false);
    actor.send({ type: 'seats.suggest', count });
    expect({ selected: seats().selected, free: selectFreeCount(actor.getSnapshot()) }).toEqual({
      selected: [],
      free: 3,
    });
  });
});

describe('beside friends', () => {
  test('their sold seats are told, and the best stand beside them; given back they are free', async () => {
    const { actor, goTo, openHall, seats } = await setUpSeats({ booked: [] });
    goTo('06 Mar', '14.30', [1, 2]);
    expect(selectFriends(actor.getSnapshot())).toEqual([1, 2]);
    await openHall([2]);
    expect(selectFriends(actor.getSnapshot())).toEqual([2]);
    expect(selectInvitation(actor.getSnapshot())).toBe('Watch Metropolis with friends, Fri 06 Mar, 14.30');
    actor.send({ type: 'seats.suggest', count: 2 });
    expect(seats().selected).toEqual([3, 4]);
  });

  test('they stay in the address until another showtime is chosen whole', async () => {
    const { actor, goTo, navigations } = await setUpSeats();
    goTo('05 Mar', '20.35', [28, 29]);
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

  test('they are there again after a top-up', async () => {
    const { actor, goTo, navigations, openHall, toggle } = await setUpSeats({ viewer: { age: 30, balance: 0 } });
    goTo('05 Mar', '20.35', [28, 29]);
    await openHall([28, 29]);
    toggle(30);
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'topUp.visit' });
    expect(navigations.at(-1)?.state).toMatchObject({
      returnPath: '/movie/Metropolis?date=05+Mar&time=20.35&beside=28,29',
    });
  });
});

describe('section 9: the sale closes ten minutes before the start', () => {
  test('one millisecond earlier the seats stay', async () => {
    const { actor, seats, state, toggle } = await setUpSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11],
    });
  });

  test('then the seats go and the visitor is told', async () => {
    const { actor, received, seats, state, toggle } = await setUpSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect({ state: state(), ...seats() }).toEqual({
      state: { choosing: 'choosingShowtime' },
      booked: [],
      selected: [],
    });
    expect(received).toEqual([notify('warning', 'This showtime is no longer on sale')]);
  });

  test('and a dialog that is open leaves the decision to the server', async () => {
    const { actor, state } = await setUpReview();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(state()).toEqual(inHall('confirming'));
    actor.send({ type: 'purchase.back' });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:05+07:00') });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

describe('section 2: one showtime and another', () => {
  test.each([
    ['a seat lost', loseSeat],
    ['seats that could not be fetched', failHall],
  ])('the alert of %s is gone in another showtime, and with none chosen', async (_, upset) => {
    const setup = await setUpSeats();
    await upset(setup);
    const before = setup.alert();
    setup.goTo('06 Mar', '11.40');
    const loading = setup.alert();
    await setup.openHall([]);
    const inAnother = setup.alert();
    setup.goTo('05 Mar', '14.30');
    await setup.openHall([1, 2]);
    await upset(setup);
    setup.goTo('05 Mar', undefined);
    expect({ isNotified: before !== undefined, loading, inAnother, withNone: setup.alert() }).toEqual({
      isNotified: true,
      loading: undefined,
      inAnother: undefined,
      withNone: undefined,
    });
  });
});

describe('seats chosen are kept, by tab and showtime', () => {
  const evening = { ...matinee, time: '20.35' };

  test('every change of the selection is kept for its screening', async () => {
    const { actor, goTo, savedSeats, openHall, toggle } = await setUpSeats();
    const saved = () => ({ matinee: savedSeats.find(matinee), evening: savedSeats.find(evening) });
    toggle(12, 11);
    expect(saved()).toEqual({ matinee: [11, 12], evening: [] });
    toggle(12);
    expect(saved()).toEqual({ matinee: [11], evening: [] });
    goTo('05 Mar', '20.35');
    await openHall([]);
    toggle(30);
    expect(saved()).toEqual({ matinee: [11], evening: [30] });
    actor.send({ type: 'seats.changed', seatNumbers: [30] });
    expect(saved()).toEqual({ matinee: [11], evening: [] });
  });

  test('a page come to again, by reload, Back or a look elsewhere, has them', async () => {
    const before = await setUpSeats();
    before.toggle(11, 12);
    before.actor.stop();
    const { received, reveals, seats } = await setUpSeats({ root: before.root });
    expect({ received, ...seats() }).toEqual({ received: [], booked: [1, 2], selected: [11, 12] });
    expect(reveals, 'and sees them').toHaveLength(1);
  });

  test('a quick change of date, while the hall is loading, loses nothing', async () => {
    const { goTo, savedSeats, openHall, seats, toggle } = await setUpSeats();
    toggle(11, 12);
    goTo('06 Mar', '14.30');
    goTo('05 Mar', '14.30');
    expect(savedSeats.find(matinee)).toEqual([11, 12]);
    goTo('06 Mar', '14.30');
    goTo(undefined, undefined);
    goTo('05 Mar', '14.30');
    await openHall([1, 2]);
    expect({ saved: savedSeats.find(matinee), ...seats() }).toEqual({
      saved: [11, 12],
      booked: [1, 2],
      selected: [11, 12],
    });
  });

  test('loading deletes nothing, also when it fails', async () => {
    const { actor, goTo, savedSeats, loadHall, openHall, seats, toggle } = await setUpSeats();
    toggle(11, 12);
    goTo('06 Mar', '14.30');
    goTo('05 Mar', '14.30');
    await loadHall.fail(unreachable);
    expect(savedSeats.find(matinee)).toEqual([11, 12]);
    actor.send({ type: 'seats.retry' });
    await openHall([]);
    expect(seats()).toEqual({ booked: [], selected: [11, 12] });
  });

  test('those sold meanwhile are named, and forgotten', async () => {
    const root = setUpRoot();
    root.savedSeats.save(matinee, [11, 12, 13]);
    const { alert, received, savedSeats, seats, state } = await setUpSeats({ booked: [12], root });
    expect({ state: state(), alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: 'Seat 12 has just been taken',
      saved: [11, 13],
      booked: [12],
      selected: [11, 13],
    });
    expect(received).toEqual([notify('warning', 'Seat 12 has just been taken')]);
  });

  test('more of them than a purchase may hold are left out', async () => {
    const root = setUpRoot();
    root.savedSeats.save(matinee, [40, ...seatsFrom(11)]);
    const { seats } = await setUpSeats({ root });
    expect(seats().selected).toEqual([...seatsFrom(11, MAXIMUM_SEATS - 1), 40]);
  });
});

describe('section 2: buy dialog', () => {
  test('renders nothing without a user', async () => {
    const { actor, state } = await setUpMovie();
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(selectBalanceCheck(actor.getSnapshot())).toBeUndefined();
  });

  test.each([
    ['without a showtime', setUpMovie, { choosing: 'reviewingNothing' }, { choosing: 'choosingShowtime' }],
    ['without seats', setUpSeats, inHall('confirming'), inHall('choosingSeats')],
  ])('opens %s, asks for a seat, cannot buy and closes where it was opened', async (_, setup, opened, closed) => {
    const { actor, bookTickets, canConfirm, confirm, state } = await setup();
    actor.send({ type: 'viewer.changed', viewer: adult });
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual(opened);
    expect(selectTotal(actor.getSnapshot()), 'the total').toBe(0);
    expect(selectBalanceCheck(actor.getSnapshot())).toEqual({ kind: 'noSeats', message: 'Please select your seat!' });
    expect(canConfirm()).toBe(false);
    confirm();
    expect(bookTickets.inputs()).toEqual([]);
    actor.send({ type: 'purchase.back' });
    expect(state()).toEqual(closed);
  });

  test.each([
    [13, true],
    [14, false],
  ])('at %i a film rated 13 is refused: %s', async (age, tooYoung) => {
    const { actor, canConfirm, toggle } = await setUpSeats({ viewer: { age, balance: 500_000 } });
    toggle(11);
    actor.send({ type: 'purchase.review' });
    expect(selectTooYoung(actor.getSnapshot())).toBe(tooYoung);
    expect(canConfirm()).toBe(!tooYoung);
  });

  test.each([
    [69_999, { kind: 'notEnough', shortfall: 1, message: 'Not enough balance (Rp.1)' }],
    [70_000, { kind: 'notEnough', shortfall: 0, message: 'Not enough balance (Rp.0)' }],
    [70_001, { kind: 'change', change: 1, message: 'Change Rp.1' }],
  ])('with %i rupiah it says so, and leaves the decision to the server', async (balance, balanceCheck) => {
    const { actor, canConfirm, toggle } = await setUpSeats({ viewer: { age: 30, balance } });
    toggle(11, 12);
    actor.send({ type: 'purchase.review' });
    expect(selectTotal(actor.getSnapshot())).toBe(70_000);
    expect(selectBalanceCheck(actor.getSnapshot())).toEqual(balanceCheck);
    expect(canConfirm()).toBe(true);
  });

  test('going to top up keeps the seats', async () => {
    const { actor, savedSeats, navigations } = await setUpReview();
    actor.send({ type: 'viewer.changed', viewer: { age: 30, balance: 20_000 } });
    actor.send({ type: 'topUp.visit' });
    expect(savedSeats.find(matinee)).toEqual([11, 12]);
    expect(navigations, 'and says what is wanting').toEqual([
      navigate('/topup', { state: { returnPath: moviePath('Metropolis', matinee), shortfall: 50_000 } }),
    ]);
  });

  test('closes when the user signs out, the seats stay', async () => {
    const { actor, seats, state } = await setUpReview();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12] });
    expect(actor.getSnapshot().can({ type: 'purchase.review' })).toBe(false);
  });

  test('does not let the selection change beneath it', async () => {
    const { seats, toggle } = await setUpReview();
    toggle(11, 20);
    expect(seats().selected).toEqual([11, 12]);
  });
});

describe('reliability 42: a purchase is what was reviewed', () => {
  test.each([
    ['other seats', { seatNumbers: [11] }],
    ['another order of seats', { seatNumbers: [12, 11] }],
    ['another price', { movieTicketPrice: 30_000 }],
    ['another date', { showtimeDate: '06 Mar' }],
    ['another time', { showtimeTime: '20.35' }],
    ['another rating', { movieAgeRating: 0 }],
    ['another film', { movieTitle: 'Nosferatu' }],
  ])('a confirm of %s than those in the dialog is refused', async (_, other) => {
    const { actor, bookTickets, state } = await setUpReview();
    const reviewed = { ...selectReviewed(actor.getSnapshot()), ...other };
    expect(actor.getSnapshot().can({ type: 'purchase.confirm', reviewed })).toBe(false);
    actor.send({ type: 'purchase.confirm', reviewed });
    expect({ state: state(), bought: bookTickets.inputs() }).toEqual({ state: inHall('confirming'), bought: [] });
  });

  test('a confirm of what stood there before the price changed buys nothing', async () => {
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

test('the page keeps the time it was told', async () => {
  const { actor } = await setUpMovie();
  expect(actor.getSnapshot().context.now).toBe(MORNING);
  actor.send({ type: 'clock.ticked', now: MORNING + 5000 });
  expect(actor.getSnapshot().context.now).toBe(MORNING + 5000);
});

function notify(type: 'error' | 'warning', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}

type Page = Awaited<ReturnType<typeof setUpSeats>>;

function loseSeat({ actor, toggle }: Page) {
  toggle(11);
  actor.send({ type: 'seats.changed', seatNumbers: [11] });
  return Promise.resolve();
}

async function failHall({ goTo, loadHall }: Page) {
  goTo('05 Mar', '17.15');
  await loadHall.fail(unreachable);
}

/** The step of history that the page stands on leads to another showtime. */
function showtimeOf(date: string, time?: string) {
  return navigate(moviePath('Metropolis', { date, time }), { replace: true });
}
