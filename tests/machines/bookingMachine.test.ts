import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { selectTooYoung, selectTotal, selectVerdict } from '#machines/bookingMachine.ts';
import { metropolis, ticketOf } from './people.ts';
import {
  adult,
  inHall,
  MORNING,
  stageBooking,
  stageMovie,
  stagePurchase,
  stageReview,
  stageSeats,
} from './stageBooking.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

describe('section 2: the film of the page', () => {
  test('is fetched by its title and waits for a showtime', async () => {
    const { actor, loadMovie, state } = stageBooking();
    expect(state()).toBe('loadingMovie');
    expect(loadMovie.inputs()).toEqual([{ title: 'Metropolis' }]);
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(actor.getSnapshot().context.movie).toEqual(metropolis);
  });

  test('that no film has this title is a state of its own', async () => {
    const { loadMovie, state } = stageBooking();
    await loadMovie.fail(new CallFailed({ code: 'movie_not_found', message: 'No film has this title' }));
    expect(state()).toBe('movieNotFound');
  });

  test('that could not be fetched is told in place and can be asked for again', async () => {
    const { actor, loadMovie, facts, state } = stageBooking();
    await loadMovie.fail(unreachable);
    expect(state()).toBe('movieFailed');
    expect(actor.getSnapshot().context.failure?.message).toBe('The cinema cannot be reached.');
    expect(facts).toEqual([]);
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
  ])('%s shows none', async (_, place) => {
    const { actor, loadHall, state } = await stageMovie();
    actor.send({ type: 'showtime.changed', place });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(actor.getSnapshot().hasTag('seats')).toBe(false);
    expect(loadHall.inputs()).toEqual([]);
  });

  test('a date and a time show the seats sold', async () => {
    const { actor, loadHall, seats, state } = await stageMovie();
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(actor.getSnapshot().hasTag('seats')).toBe(false);
    expect(loadHall.inputs()).toEqual([{ title: 'Metropolis', date: '05 Mar', time: '14.30' }]);
    await loadHall.answer({ booked: [1, 2], kept: [] });
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(actor.getSnapshot().hasTag('seats')).toBe(true);
    expect(seats()).toEqual({ booked: [1, 2], selected: [] });
  });

  test('a showtime in the URL before the film came is opened as soon as it came', async () => {
    const { actor, loadMovie, loadHall, state } = stageBooking();
    actor.send({ type: 'showtime.changed', place: { date: '06 Mar', time: '11.40' } });
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(loadHall.inputs()).toEqual([{ title: 'Metropolis', date: '06 Mar', time: '11.40' }]);
  });

  test('seats that could not be fetched can be asked for again', async () => {
    const { actor, loadHall, seats, state } = await stageMovie();
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    await loadHall.fail(unreachable);
    expect(state()).toEqual({ choosing: 'seatsFailed' });
    actor.send({ type: 'seats.retry' });
    await loadHall.answer({ booked: [3], kept: [] });
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats()).toEqual({ booked: [3], selected: [] });
  });
});

describe('section 2: date and time stand in the URL', () => {
  test('choosing a date navigates, and the URL opens the showtime', async () => {
    const { actor, paths, state } = await stageMovie();
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(paths).toEqual(['/movie/Metropolis?date=05+Mar']);
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: undefined } });
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(paths.slice(1)).toEqual(['/movie/Metropolis?date=05+Mar&time=14.30']);
  });

  test('another date keeps a time still on sale and lets go of one that is not', async () => {
    const { actor, paths } = await stageMovie();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T12:00:00+07:00') });
    actor.send({ type: 'showtime.changed', place: { date: '06 Mar', time: '14.30' } });
    actor.send({ type: 'date.choose', date: '05 Mar' });
    actor.send({ type: 'showtime.changed', place: { date: '06 Mar', time: '11.40' } });
    actor.send({ type: 'date.choose', date: '05 Mar' });
    expect(paths).toEqual(['/movie/Metropolis?date=05+Mar&time=14.30', '/movie/Metropolis?date=05+Mar']);
  });

  test('a time within ten minutes of its start cannot be chosen', async () => {
    const { actor, paths } = await stageMovie();
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: undefined } });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(actor.getSnapshot().can({ type: 'time.choose', time: '14.30' })).toBe(false);
    actor.send({ type: 'time.choose', time: '14.30' });
    expect(paths).toEqual([]);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect(actor.getSnapshot().can({ type: 'time.choose', time: '14.30' })).toBe(true);
  });
});

describe('section 4: seat selection', () => {
  test('a free seat is selected, a selected one is free again, numbers ascend', async () => {
    const { seats, toggle } = await stageSeats();
    toggle(40, 12, 11);
    expect(seats().selected).toEqual([11, 12, 40]);
    toggle(12);
    expect(seats().selected).toEqual([11, 40]);
  });

  test('a booked seat cannot be selected', async () => {
    const { actor, seats, toggle } = await stageSeats({ booked: [1, 2] });
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 1 })).toBe(false);
    toggle(1, 2, 3);
    expect(seats().selected).toEqual([3]);
  });

  test('a seventh seat is refused until one of the six is given back', async () => {
    const { actor, seats, toggle } = await stageSeats();
    toggle(11, 12, 13, 14, 15, 16);
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 17 })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'seat.toggle', seatNumber: 16 })).toBe(true);
    toggle(17);
    expect(seats().selected).toEqual([11, 12, 13, 14, 15, 16]);
    toggle(11, 17);
    expect(seats().selected).toEqual([12, 13, 14, 15, 16, 17]);
  });

  test.each([[0], [65], [-1], [1.5], [Number.NaN]])('%d is no seat and is not selected', async (seatNumber) => {
    const { seats, toggle } = await stageSeats();
    toggle(seatNumber);
    expect(seats().selected).toEqual([]);
  });

  test('another showtime empties the selection, the same one keeps it', async () => {
    const { actor, loadHall, seats, state, toggle } = await stageSeats();
    toggle(11);
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11],
    });
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '17.15' } });
    expect({ state: state(), ...seats() }).toEqual({ state: { choosing: 'loadingSeats' }, booked: [], selected: [] });
    await loadHall.answer({ booked: [5], kept: [] });
    expect(seats()).toEqual({ booked: [5], selected: [] });
  });

  test('seats kept while topping up come back, six at most, none that was sold since; those lost are named', async () => {
    const { actor, facts, loadHall, seats } = await stageMovie();
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    await loadHall.answer({ booked: [12], kept: [20, 12, 11, 13, 14, 15, 16, 17] });
    expect(seats()).toEqual({ booked: [12], selected: [11, 13, 14, 15, 16, 20] });
    expect(facts).toEqual([
      {
        type: 'notify',
        notification: { type: 'warning', text: 'Seat 12 has just been taken', placement: 'bottom-left' },
      },
    ]);
    expect(actor.getSnapshot().context.failure?.message).toBe('Seat 12 has just been taken');
  });

  test('an answer for a showtime that was left is not shown', async () => {
    const { actor, loadHall, seats, state } = await stageMovie();
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    const answerLate = loadHall.answer({ booked: [1], kept: [] });
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '17.15' } });
    await answerLate;
    expect({ state: state(), ...seats() }).toEqual({ state: { choosing: 'loadingSeats' }, booked: [], selected: [] });
    await loadHall.answer({ booked: [9], kept: [] });
    expect(seats()).toEqual({ booked: [9], selected: [] });
  });
});

describe('section 9: the sale closes ten minutes before the start', () => {
  test('one millisecond earlier the seats stay', async () => {
    const { actor, seats, state, toggle } = await stageSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:19:59.999+07:00') });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2],
      selected: [11],
    });
  });

  test('then the seats go and the visitor is told', async () => {
    const { actor, facts, seats, state, toggle } = await stageSeats();
    toggle(11);
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect({ state: state(), ...seats() }).toEqual({
      state: { choosing: 'choosingShowtime' },
      booked: [],
      selected: [],
    });
    expect(facts).toEqual([notify('warning', 'This showtime is no longer on sale')]);
  });

  test('and a dialog that is open leaves the decision to the server', async () => {
    const { actor, state } = await stageReview();
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:00+07:00') });
    expect(state()).toEqual(inHall('confirming'));
    actor.send({ type: 'purchase.back' });
    actor.send({ type: 'clock.ticked', now: Date.parse('2026-03-05T14:20:05+07:00') });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
  });
});

describe('section 2: buy dialog', () => {
  test('renders nothing without a user', async () => {
    const { actor, state } = await stageMovie();
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(selectVerdict(actor.getSnapshot())).toBeUndefined();
  });

  test.each([
    ['without a showtime', stageMovie, { choosing: 'reviewingNothing' }, { choosing: 'choosingShowtime' }],
    ['without seats', stageSeats, inHall('confirming'), inHall('choosingSeats')],
  ])('opens %s, asks for a seat, cannot buy and closes where it was opened', async (_, stage, opened, closed) => {
    const { actor, bookTickets, state } = await stage();
    actor.send({ type: 'viewer.changed', viewer: adult });
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual(opened);
    expect(selectTotal(actor.getSnapshot())).toBe(0);
    expect(selectVerdict(actor.getSnapshot())).toEqual({ kind: 'noSeats', message: 'Please select your seat!' });
    expect(actor.getSnapshot().can({ type: 'purchase.confirm' })).toBe(false);
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs()).toEqual([]);
    actor.send({ type: 'purchase.back' });
    expect(state()).toEqual(closed);
  });

  test.each([
    [13, true],
    [14, false],
  ])('at %i a film rated 13 is refused: %s', async (age, tooYoung) => {
    const { actor, toggle } = await stageSeats({ viewer: { age, balance: 500_000 } });
    toggle(11);
    actor.send({ type: 'purchase.review' });
    expect(selectTooYoung(actor.getSnapshot())).toBe(tooYoung);
    expect(actor.getSnapshot().can({ type: 'purchase.confirm' })).toBe(!tooYoung);
  });

  test.each([
    [69_999, { kind: 'notEnough', shortfall: 1, message: 'Not enough balance (Rp.1)' }],
    [70_000, { kind: 'notEnough', shortfall: 0, message: 'Not enough balance (Rp.0)' }],
    [70_001, { kind: 'change', change: 1, message: 'Change Rp.1' }],
  ])('with %i rupiah it says so, and leaves the decision to the server', async (balance, verdict) => {
    const { actor, toggle } = await stageSeats({ viewer: { age: 30, balance } });
    toggle(11, 12);
    actor.send({ type: 'purchase.review' });
    expect(selectTotal(actor.getSnapshot())).toBe(70_000);
    expect(selectVerdict(actor.getSnapshot())).toEqual(verdict);
    expect(actor.getSnapshot().can({ type: 'purchase.confirm' })).toBe(true);
  });

  test('going to top up keeps the seats and the way back', async () => {
    const { actor, kept, paths, returnPaths } = await stageReview();
    actor.send({ type: 'topUp.visit' });
    expect(kept).toEqual([{ title: 'Metropolis', date: '05 Mar', time: '14.30', seatNumbers: [11, 12] }]);
    expect(paths).toEqual(['/topup']);
    expect(returnPaths).toEqual(['/movie/Metropolis?date=05+Mar&time=14.30']);
  });

  test('closes when the user signs out, the seats stay', async () => {
    const { actor, seats, state } = await stageReview();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12] });
    expect(actor.getSnapshot().can({ type: 'purchase.review' })).toBe(false);
  });

  test('follows the balance while it is open', async () => {
    const { actor } = await stageReview();
    actor.send({ type: 'viewer.changed', viewer: { age: 30, balance: 70_001 } });
    expect(selectVerdict(actor.getSnapshot())).toEqual({ kind: 'change', change: 1, message: 'Change Rp.1' });
  });

  test('does not let the selection change beneath it', async () => {
    const { seats, toggle } = await stageReview();
    toggle(11, 20);
    expect(seats().selected).toEqual([11, 12]);
  });
});

describe('section 4: purchase', () => {
  test('the ticket call says what is bought, the booked-seats call follows, then home after 1.5 s and not before', async () => {
    const { actor, bookTickets, clock, facts, paths, recordSeats, seats, state } = await stagePurchase();
    expect(state()).toBe('booking');
    expect(bookTickets.inputs()).toEqual([
      {
        booking: {
          showtimeDate: '05 Mar',
          showtimeTime: '14.30',
          seatNumbers: [11, 12],
          movieAgeRating: 13,
          movieTicketPrice: 35_000,
          movieTitle: 'Metropolis',
          moviePoster: '/posters/metropolis.svg',
        },
        idempotencyKey: 'key-1',
      },
    ]);
    expect(recordSeats.inputs()).toEqual([]);
    await bookTickets.answer(ticketOf('t1'));
    expect(state()).toBe('recordingSeats');
    expect(recordSeats.inputs()).toEqual([{ ticket: ticketOf('t1'), movieId: 7 }]);
    expect(facts).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
    await recordSeats.answer(ticketOf('t1'));
    expect(state()).toBe('purchased');
    expect(facts.slice(1)).toEqual([notify('success', 'Successful purchase of tickets')]);
    clock.increment(1499);
    expect({ state: state(), paths }).toEqual({ state: 'purchased', paths: [] });
    clock.increment(1);
    expect({ state: state(), paths }).toEqual({ state: 'leaving', paths: ['/'] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('a second confirm buys nothing more, at no moment of the purchase', async () => {
    const { actor, bookTickets, recordSeats } = await stagePurchase();
    const confirm = () => {
      expect(actor.getSnapshot().can({ type: 'purchase.confirm' })).toBe(false);
      actor.send({ type: 'purchase.confirm' });
    };
    confirm();
    confirm();
    await bookTickets.answer(ticketOf('t1'));
    confirm();
    await recordSeats.answer(ticketOf('t1'));
    confirm();
    expect(bookTickets.inputs()).toHaveLength(1);
  });

  test('a confirm in the same moment as the first buys nothing more', async () => {
    const { actor, bookTickets } = await stageReview();
    actor.send({ type: 'purchase.confirm' });
    actor.send({ type: 'purchase.confirm' });
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs()).toHaveLength(1);
  });

  test('a dialog cannot be closed while the call is on its way', async () => {
    const { actor, state } = await stagePurchase();
    expect(actor.getSnapshot().can({ type: 'purchase.back' })).toBe(false);
    actor.send({ type: 'purchase.back' });
    actor.send({ type: 'purchase.review' });
    expect(state()).toBe('booking');
  });

  test('signing out meanwhile does not lose the ticket', async () => {
    const { actor, bookTickets, facts, state } = await stagePurchase();
    actor.send({ type: 'viewer.changed', viewer: undefined });
    await bookTickets.answer(ticketOf('t1'));
    expect(state()).toBe('recordingSeats');
    expect(facts).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
  });
});

describe('section 8: each refusal returns to where it can be mended', () => {
  test('seat_taken marks the lost seats as booked and keeps the others', async () => {
    const { actor, bookTickets, facts, seats, state } = await stagePurchase();
    await bookTickets.fail(
      new CallFailed({ code: 'seat_taken', message: 'Seat 12 has just been taken', seatNumbers: [12] }),
    );
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats()).toEqual({ booked: [1, 2, 12], selected: [11] });
    expect(facts).toEqual([notify('error', 'Seat 12 has just been taken')]);
    actor.send({ type: 'seat.toggle', seatNumber: 12 });
    expect(seats().selected).toEqual([11]);
  });

  test('seat_taken with seats already known as booked lists none twice', async () => {
    const { bookTickets, seats } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', message: 'Oh', seatNumbers: [2, 12, 11] }));
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
  });

  test('movie_changed fetches the film and the seats again and keeps the selection', async () => {
    const { actor, bookTickets, loadHall, loadMovie, seats, state } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'movie_changed', message: 'The price has changed' }));
    expect(state()).toBe('loadingMovie');
    await loadMovie.answer({ ...metropolis, ticket_price: 40_000 });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await loadHall.answer({ booked: [1, 2, 12], kept: [] });
    expect(seats()).toEqual({ booked: [1, 2, 12], selected: [11] });
    expect(selectTotal(actor.getSnapshot())).toBe(40_000);
  });

  test('showtime_closed asks for another showtime', async () => {
    const { actor, bookTickets, facts, seats, state } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'showtime_closed', message: 'This showtime is no longer on sale' }));
    expect(state()).toEqual({ choosing: 'choosingShowtime' });
    expect(seats()).toEqual({ booked: [], selected: [] });
    expect(facts).toEqual([notify('error', 'This showtime is no longer on sale')]);
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '20.35' } });
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });

  test.each([
    ['the balance that the server tells', 12_000, 12_000],
    ['the balance known before, when the server tells none', undefined, 500_000],
  ])('not_enough_balance stays in the dialog and announces %s', async (_, balance, announced) => {
    const { actor, bookTickets, facts, seats, state } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance', balance }));
    expect(state()).toEqual(inHall('confirming'));
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12] });
    expect(facts).toEqual([notify('error', 'Not enough balance'), { type: 'balance.changed', balance: announced }]);
    expect(actor.getSnapshot().context.failure?.message).toBe('Not enough balance');
  });

  test.each([
    ['too_young'],
    ['movie_not_found'],
    ['invalid_request'],
    ['idempotency_conflict'],
    ['too_many_attempts'],
    ['unavailable'],
    ['internal'],
    ['unreachable'],
  ])('%s stays in the dialog with its sentence and the seats', async (code) => {
    const { actor, bookTickets, facts, seats, state } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code, message: `Sorry: ${code}` }));
    expect(state()).toEqual(inHall('confirming'));
    expect(seats()).toEqual({ booked: [1, 2], selected: [11, 12] });
    expect(facts).toEqual([notify('error', `Sorry: ${code}`)]);
    expect(actor.getSnapshot().context.failure?.message).toBe(`Sorry: ${code}`);
  });

  test('something unforeseen is told without its insides', async () => {
    const { bookTickets, facts } = await stagePurchase();
    await bookTickets.fail(new TypeError('secret.stack is undefined'));
    expect(facts).toEqual([notify('error', 'Something went wrong. Please try again.')]);
  });

  test('unauthenticated closes the dialog once the session has ended', async () => {
    const { actor, bookTickets, seats, state } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'unauthenticated', message: 'Please sign in' }));
    actor.send({ type: 'viewer.changed', viewer: undefined });
    expect(state()).toEqual(inHall('choosingSeats'));
    expect(seats().selected).toEqual([11, 12]);
  });

  test('a refusal after the URL moved on opens the showtime of the URL', async () => {
    const { actor, bookTickets, loadHall, state } = await stagePurchase();
    actor.send({ type: 'showtime.changed', place: { date: '06 Mar', time: '11.40' } });
    expect(state()).toBe('booking');
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', message: 'Oh', seatNumbers: [12] }));
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    expect(loadHall.inputs().at(-1)).toEqual({ title: 'Metropolis', date: '06 Mar', time: '11.40' });
  });
});

describe('reliability 8: idempotency key', () => {
  test('the same intent sent again after the cinema was unreachable repeats the same key', async () => {
    const { actor, bookTickets } = await stagePurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-1']);
    expect(bookTickets.inputs()[1]).toEqual(bookTickets.inputs()[0]);
  });

  test('a dialog opened again is another intent and has another key', async () => {
    const { actor, bookTickets, loadHall } = await stagePurchase();
    await bookTickets.fail(unreachable);
    actor.send({ type: 'purchase.back' });
    await loadHall.answer({ booked: [1, 2], kept: [] });
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2']);
  });
});

describe('section 4: the second call of a purchase', () => {
  test('that fails is repeated after 1 s, 2 s and 4 s, no more, and buys nothing again', async () => {
    const { bookTickets, clock, facts, recordSeats, state } = await stagePurchase();
    await bookTickets.answer(ticketOf('t1'));
    for (const delay of [1000, 2000, 4000]) {
      await recordSeats.fail(unreachable);
      expect(state()).toBe('waitingToRecord');
      clock.increment(delay - 1);
      expect(state()).toBe('waitingToRecord');
      clock.increment(1);
      expect(state()).toBe('recordingSeats');
    }
    await recordSeats.fail(unreachable);
    expect(state()).toBe('purchased');
    expect(recordSeats.inputs()).toEqual(Array.from({ length: 4 }, () => ({ ticket: ticketOf('t1'), movieId: 7 })));
    expect(bookTickets.inputs()).toHaveLength(1);
    expect(facts).toEqual([
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      notify('warning', 'Your tickets are bought and the seats are yours, but the confirmation did not arrive'),
      notify('success', 'Successful purchase of tickets'),
    ]);
  });

  test('that succeeds in the second attempt warns of nothing', async () => {
    const { bookTickets, clock, facts, recordSeats, state } = await stagePurchase();
    await bookTickets.answer(ticketOf('t1'));
    await recordSeats.fail(unreachable);
    clock.increment(1000);
    await recordSeats.answer(ticketOf('t1'));
    expect(state()).toBe('purchased');
    expect(facts).toEqual([
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      notify('success', 'Successful purchase of tickets'),
    ]);
  });

  test('that never answers is waited for 10 s and not longer', async () => {
    const { bookTickets, clock, state } = await stagePurchase();
    await bookTickets.answer(ticketOf('t1'));
    clock.increment(9999);
    expect(state()).toBe('recordingSeats');
    clock.increment(1);
    expect(state()).toBe('purchased');
  });
});

test('the page keeps the time it was told', async () => {
  const { actor } = await stageMovie();
  expect(actor.getSnapshot().context.now).toBe(MORNING);
  actor.send({ type: 'clock.ticked', now: MORNING + 5000 });
  expect(actor.getSnapshot().context.now).toBe(MORNING + 5000);
});

function notify(type: 'error' | 'success' | 'warning', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}
