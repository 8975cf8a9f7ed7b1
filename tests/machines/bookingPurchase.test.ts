import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { selectTotal } from '#machines/bookingContext.ts';
import { selectFailure, selectReviewed, selectStatus, selectTaken } from '#machines/bookingSelectors.ts';
import { navigate } from '#machines/navigation.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';
import {
  adult,
  inHall,
  matinee,
  setUpBooking,
  setUpMovie,
  setUpPurchase,
  setUpReview,
  setUpSeats,
} from './setUpBooking.ts';
import { boughtToast } from './openRoot.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

const reviewed = {
  showtimeDate: '05 Mar',
  showtimeTime: '14.30',
  seatNumbers: [11, 12],
  movieAgeRating: 13,
  movieTicketPrice: 35_000,
  movieTitle: 'Metropolis',
  moviePoster: '/posters/metropolis.svg',
};

describe('section 4: purchase', () => {
  test('the ticket call says what is bought, the booked-seats call follows, then home after 1.5 s and not before', async () => {
    const { actor, bookTickets, clock, received, navigations, purchase, recordSeats, seats, state } =
      await setUpPurchase();
    expect({ state: state(), setup: selectStatus(actor.getSnapshot()) }).toEqual({
      state: 'purchasing',
      setup: 'calling',
    });
    expect(bookTickets.inputs()).toEqual([{ booking: reviewed, idempotencyKey: 'key-1' }]);
    expect(recordSeats.inputs()).toEqual([]);
    await bookTickets.answer(ticketOf('t1'));
    expect({ state: state(), setup: selectStatus(actor.getSnapshot()), purchase: purchase()?.status }).toEqual({
      state: 'purchasing',
      setup: 'confirming',
      purchase: 'confirming',
    });
    expect(recordSeats.inputs()).toEqual([{ ticket: ticketOf('t1'), movieId: 7 }]);
    expect(received).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
    await recordSeats.answer(ticketOf('t1'));
    expect(state()).toBe('purchased');
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
    expect(received.slice(1)).toEqual([boughtToast()]);
    clock.increment(1499);
    expect({ state: state(), navigations }).toEqual({ state: 'purchased', navigations: [] });
    clock.increment(1);
    expect({ state: state(), navigations }).toEqual({ state: 'leaving', navigations: [navigate('/')] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('a dialog cannot be closed while the call is on its way', async () => {
    const { actor, state } = await setUpPurchase();
    expect(actor.getSnapshot().can({ type: 'purchase.back' })).toBe(false);
    actor.send({ type: 'purchase.back' });
    actor.send({ type: 'purchase.review' });
    expect(state()).toBe('purchasing');
  });

  test('a viewer who is nobody for a while does not lose the ticket', async () => {
    const { actor, bookTickets, received, state } = await setUpPurchase();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    await bookTickets.answer(ticketOf('t1'));
    expect(state()).toBe('purchasing');
    expect(received).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
  });

  test('one who signs out is told that it was left, and finds the hall as it is', async () => {
    const { actor, alert, app, received, openHall, seats, state } = await setUpPurchase();
    app.send({ type: 'session.signedOut' });
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await openHall([1, 2, 11, 12]);
    expect({ state: state(), alert: alert(), received, ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: undefined,
      received: [
        notify('warning', 'You were signed out before the cinema answered. Sign in to see what became of it.'),
      ],
      booked: [1, 2, 11, 12],
      selected: [],
    });
  });

  test('a second call that never succeeds warns, and the tickets are bought all the same', async () => {
    const { bookTickets, clock, received, recordSeats, state } = await setUpPurchase();
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.fail(unreachable);
    clock.increment(1000);
    await recordSeats.fail(unreachable);
    clock.increment(2000);
    await recordSeats.fail(unreachable);
    expect(state()).toBe('purchased');
    expect(bookTickets.inputs()).toHaveLength(1);
    expect(received).toEqual([
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      notify('warning', 'Your tickets are bought and the seats are yours, but the confirmation did not arrive'),
      boughtToast(),
    ]);
  });
});

describe('reliability 42: what was reviewed is what is sent, and what shows', () => {
  test('also if the showtime in the URL changes while the purchase runs', async () => {
    const { actor, bookTickets, clock, goTo, purchase } = await setUpPurchase();
    goTo('06 Mar', '20.35');
    await bookTickets.fail(unreachable);
    goTo(undefined, undefined);
    clock.increment(1000);
    expect(bookTickets.inputs()).toEqual([
      { booking: reviewed, idempotencyKey: 'key-1' },
      { booking: reviewed, idempotencyKey: 'key-1' },
    ]);
    expect({ dialog: selectReviewed(actor.getSnapshot()), running: purchase()?.booking }).toEqual({
      dialog: reviewed,
      running: reviewed,
    });
  });
});

describe('section 8: each refusal returns to where it can be mended', () => {
  test('seat_taken marks the lost seats as booked and keeps the others', async () => {
    const { actor, bookTickets, received, savedSeats, seats, state } = await setUpPurchase();
    await bookTickets.fail(
      new CallFailed({ code: 'seat_taken', message: 'Seat 12 has just been taken', seatNumbers: [12] }),
    );
    expect({ state: state(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      saved: [11],
      booked: [1, 2, 12],
      selected: [11],
    });
    expect(received).toEqual([notify('error', 'Seat 12 has just been taken')]);
    actor.send({ type: 'seat.toggle', seatNumber: 12 });
    expect(seats().selected).toEqual([11]);
  });

  test('movie_changed fetches the film and the seats again and keeps the selection', async () => {
    const { actor, bookTickets, loadMovie, openHall, seats, state } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed', message: 'The price has changed' }));
    expect(state()).toBe('loadingMovie');
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await openHall([1, 2, 12]);
    expect(seats()).toEqual({ booked: [1, 2, 12], selected: [11] });
    expect(selectTotal(actor.getSnapshot())).toBe(40_000);
  });

  test('showtime_closed asks for another showtime', async () => {
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
    ['movie_not_found', []],
    ['invalid_request', []],
    ['idempotency_conflict', []],
    ['too_many_attempts', []],
  ])('%s stays in the dialog with its sentence and the seats, which are kept again', async (code, asksAnew) => {
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
    expect({ setup: selectStatus(actor.getSnapshot()), canConfirm: canConfirm() }).toEqual({
      setup: 'reviewing',
      canConfirm: true,
    });
    expect(received).toEqual([notify('error', `Sorry: ${code}`), ...asksAnew]);
  });

  test('a refusal after the URL moved on opens the showtime of the URL, and keeps the seats for their own', async () => {
    const { alert, bookTickets, goTo, savedSeats, loadHall, seats, openHall, state } = await setUpPurchase();
    goTo('06 Mar', '11.40');
    expect(state()).toBe('purchasing');
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Oh' }));
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(loadHall.inputs().at(-1)).toEqual({ title: 'Metropolis', date: '06 Mar', time: '11.40' });
    await openHall([]);
    expect({ alert: alert(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      alert: undefined,
      saved: [11, 12],
      booked: [],
      selected: [],
    });
  });

  test('reliability 8: a confirm after a refusal is another purchase and has another key', async () => {
    const { bookTickets, confirm } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    confirm();
    expect(bookTickets.inputs()).toEqual([
      { booking: reviewed, idempotencyKey: 'key-1' },
      { booking: reviewed, idempotencyKey: 'key-2' },
    ]);
  });
});

describe('an outcome that nobody knows', () => {
  test('stays in the dialog, is told by a toast, and is asked for again until it is known', async () => {
    const { actor, alert, bookTickets, clock, received, recordSeats, state } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    const shown = () => ({
      state: state(),
      setup: selectStatus(actor.getSnapshot()),
      dialog: selectFailure(actor.getSnapshot()),
      page: alert(),
    });
    expect(shown()).toEqual({
      state: 'purchasing',
      setup: 'unsettled',
      dialog: 'The cinema cannot be reached.',
      page: undefined,
    });
    clock.increment(1000);
    await bookTickets.fail(unreachable);
    expect(received).toEqual([notify('error', 'The cinema cannot be reached.'), { type: 'command.unsettled' }]);
    clock.increment(2000);
    await bookTickets.answer(ticketOf('t1'));
    expect({ quietLine: received.at(-2), ...shown() }).toEqual({
      quietLine: { type: 'command.settled' },
      state: 'purchasing',
      setup: 'confirming',
      dialog: undefined,
      page: undefined,
    });
    await recordSeats.answer(ticketOf('t1'));
    clock.increment(1500);
    expect(state()).toBe('leaving');
  });

  test('the dialog can be left: the seats are let go, the hall is fetched anew, and nobody is accused', async () => {
    const { actor, alert, bookTickets, received, feeds, savedSeats, openHall, seats, state } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    received.length = 0;
    actor.send({ type: 'purchase.back' });
    expect({ state: state(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: { choosing: 'loadingSeats' },
      saved: [],
      booked: [],
      selected: [],
    });
    await openHall([1, 2, 11, 12]);
    actor.send({ type: 'seats.changed', seatNumbers: [1, 2, 11, 12] });
    expect({
      state: state(),
      feeds,
      received,
      alert: alert(),
      dialog: selectFailure(actor.getSnapshot()),
      ...seats(),
    }).toEqual({
      state: inHall('choosingSeats'),
      feeds: [matinee],
      received: [],
      alert: undefined,
      dialog: undefined,
      booked: [1, 2, 11, 12],
      selected: [],
    });
  });

  test('nothing is confirmed while it runs, and the dialog says that something is under way', async () => {
    const { actor, bookTickets, canConfirm, clock, confirm, openHall, state, toggle } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await openHall([1, 2, 11, 12]);
    toggle(20);
    actor.send({ type: 'purchase.review' });
    confirm();
    expect({ state: state(), setup: selectStatus(actor.getSnapshot()), canConfirm: canConfirm() }).toEqual({
      state: inHall('confirming'),
      setup: 'waiting',
      canConfirm: false,
    });
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    confirm();
    expect(bookTickets.inputs().map(({ booking, idempotencyKey }) => [idempotencyKey, booking.seatNumbers])).toEqual([
      ['key-1', [11, 12]],
      ['key-1', [11, 12]],
      ['key-2', [20]],
    ]);
  });

  test('what it turns out to be is told after the dialog was left, and the page stays', async () => {
    const { actor, alert, bookTickets, clock, received, openHall, state } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await openHall([1, 2]);
    received.length = 0;
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'too_young', message: 'Too young' }));
    expect({ state: state(), alert: alert(), received }).toEqual({
      state: inHall('choosingSeats'),
      alert: undefined,
      received: [{ type: 'command.settled' }, notify('error', 'Too young')],
    });
  });

  test('a success that becomes known after the dialog was left leads nowhere', async () => {
    const { actor, bookTickets, clock, received, openHall, navigations, recordSeats, state } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await openHall([1, 2, 11, 12]);
    received.length = 0;
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer(ticketOf('t1'));
    clock.increment(10_000);
    expect({ state: state(), navigations, received }).toEqual({
      state: inHall('choosingSeats'),
      navigations: [],
      received: [{ type: 'command.settled' }, { type: 'tickets.booked', ticket: ticketOf('t1') }, boughtToast()],
    });
  });

  test('its seats cannot be chosen again meanwhile, here, so nobody is said to have taken them', async () => {
    const { actor, bookTickets, received, goTo, openHall, seats, toggle } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await openHall([1, 2]);
    received.length = 0;
    toggle(11, 20);
    expect({ taken: selectTaken(actor.getSnapshot()), ...seats() }).toEqual({
      taken: [1, 2, 11, 12],
      booked: [1, 2],
      selected: [20],
    });
    actor.send({ type: 'seats.changed', seatNumbers: [1, 2, 11, 12] });
    expect({ received, taken: selectTaken(actor.getSnapshot()), ...seats() }).toEqual({
      received: [],
      taken: [1, 2, 11, 12],
      booked: [1, 2, 11, 12],
      selected: [20],
    });
    goTo('05 Mar', '20.35');
    await openHall([]);
    toggle(11);
    expect({ taken: selectTaken(actor.getSnapshot()), ...seats() }).toEqual({ taken: [], booked: [], selected: [11] });
  });

  test('its seats are free to choose as soon as it is known that they were not bought', async () => {
    const { actor, bookTickets, clock, openHall, seats, toggle } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await openHall([1, 2]);
    clock.increment(1000);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    toggle(11);
    expect({ taken: selectTaken(actor.getSnapshot()), ...seats() }).toEqual({
      taken: [1, 2],
      booked: [1, 2],
      selected: [11],
    });
  });

  test('a known refusal in the dialog is told there, and the seats are the visitor’s again to choose', async () => {
    const { actor, alert, bookTickets, goOnline, seats, state } = await setUpPurchase();
    await bookTickets.fail(unreachable);
    goOnline();
    await bookTickets.fail(
      new CallFailed({ code: 'seat_taken', message: 'Seat 11 has just been taken', seatNumbers: [11] }),
    );
    expect({
      state: state(),
      alert: alert(),
      dialog: selectFailure(actor.getSnapshot()),
      ...seats(),
    }).toEqual({
      state: inHall('choosingSeats'),
      alert: 'Seat 11 has just been taken',
      dialog: 'Seat 11 has just been taken',
      booked: [1, 2, 11],
      selected: [12],
    });
  });
});

describe('leaving and coming back', () => {
  test('a page that is left leaves the purchase running to its end', async () => {
    const { actor, bookTickets, clock, received, navigations, purchase, recordSeats } = await setUpPurchase();
    actor.stop();
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer(ticketOf('t1'));
    clock.increment(10_000);
    expect(received).toEqual([
      notify('error', 'The cinema cannot be reached.'),
      { type: 'command.unsettled' },
      { type: 'command.settled' },
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      boughtToast(),
    ]);
    expect({ bought: bookTickets.inputs(), running: purchase(), navigations }).toEqual({
      bought: [
        { booking: reviewed, idempotencyKey: 'key-1' },
        { booking: reviewed, idempotencyKey: 'key-1' },
      ],
      running: undefined,
      navigations: [],
    });
  });

  test('the page of its film, come to meanwhile, shows it and goes on to the redirect', async () => {
    const before = await setUpPurchase();
    before.actor.stop();
    const { actor, bookTickets, clock, goTo, loadMovie, navigations, recordSeats, root, state } = setUpBooking(
      before.root,
    );
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('06 Mar', '20.35');
    await loadMovie.answer(metropolis);
    expect({
      state: state(),
      setup: selectStatus(actor.getSnapshot()),
      dialog: selectReviewed(actor.getSnapshot()),
      halls: root.loadHall.inputs(),
    }).toEqual({ state: 'purchasing', setup: 'calling', dialog: reviewed, halls: [matinee] });
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer(ticketOf('t1'));
    expect(state()).toBe('purchased');
    clock.increment(1499);
    expect(navigations).toEqual([]);
    clock.increment(1);
    expect(navigations).toEqual([navigate('/')]);
  });

  test('the page of its film, come to meanwhile, takes the seats up again when they are refused', async () => {
    const before = await setUpPurchase();
    before.actor.stop();
    const { actor, bookTickets, goTo, loadMovie, openHall, seats, state } = setUpBooking(before.root);
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('05 Mar', '14.30');
    await loadMovie.answer(metropolis);
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await openHall([1, 2]);
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11, 12],
    });
  });

  test('the page of its film, come to when it has ended, begins anew', async () => {
    const before = await setUpPurchase();
    before.actor.stop();
    const { bookTickets, recordSeats, root } = before;
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer(ticketOf('t1'));
    const { canConfirm, seats, state } = await setUpSeats({ booked: [1, 2, 11, 12], root });
    expect({ state: state(), canConfirm: canConfirm(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      canConfirm: false,
      booked: [1, 2, 11, 12],
      selected: [],
    });
  });

  test('a purchase that ends before the film has come back leads nowhere', async () => {
    const before = await setUpPurchase();
    before.actor.stop();
    const { bookTickets, recordSeats, root } = before;
    const page = setUpBooking(root);
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.answer(ticketOf('t1'));
    await page.loadMovie.answer(metropolis);
    expect(page.state()).toEqual({ choosing: 'choosingShowtime' });
  });

  test('the page of another film stays itself, cannot confirm meanwhile, and can afterwards', async () => {
    const before = await setUpPurchase();
    before.actor.stop();
    const { actor, bookTickets, canConfirm, confirm, goTo, loadMovie, openHall, recordSeats, state, toggle } =
      setUpBooking(before.root, 'Nosferatu');
    actor.send({ type: 'viewer.changed', viewer: adult });
    goTo('05 Mar', '14.30');
    await loadMovie.answer({ ...metropolis, id: 8, title: 'Nosferatu' });
    await openHall([]);
    toggle(11, 12);
    actor.send({ type: 'purchase.review' });
    confirm();
    expect({
      state: state(),
      setup: selectStatus(actor.getSnapshot()),
      dialog: selectReviewed(actor.getSnapshot()),
      canConfirm: canConfirm(),
      calls: bookTickets.inputs().length,
    }).toEqual({
      state: inHall('confirming'),
      setup: 'waiting',
      dialog: { ...reviewed, movieTitle: 'Nosferatu' },
      canConfirm: false,
      calls: 1,
    });
    await bookTickets.answer(ticketOf('t1'));
    confirm();
    expect(bookTickets.inputs()).toHaveLength(1);
    await recordSeats.answer(ticketOf('t1'));
    expect(state()).toEqual(inHall('confirming'));
    confirm();
    expect(bookTickets.inputs()).toEqual([
      { booking: reviewed, idempotencyKey: 'key-1' },
      { booking: { ...reviewed, movieTitle: 'Nosferatu' }, idempotencyKey: 'key-2' },
    ]);
  });

  test('a page in which nothing was confirmed leaves nothing behind', async () => {
    const { actor, purchase } = await setUpReview();
    actor.stop();
    expect(purchase()).toBeUndefined();
    const { state } = await setUpMovie();
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

function notify(type: 'error' | 'success' | 'warning', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}
