import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { selectTotal, selectVerdict } from '#machines/bookingMachine.ts';
import { metropolis, ticketOf } from './people.ts';
import { adult, inHall, stageMovie, stagePurchase, stageReview, stageSeats } from './stageBooking.ts';

const SHOWTIME = { title: 'Metropolis', date: '05 Mar', time: '14.30' };
const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

function sold(...seatNumbers: number[]) {
  return { type: 'seats.changed', seatNumbers } as const;
}

function lost(text: string) {
  return { type: 'notify', notification: { type: 'warning', text, placement: 'bottom-left' } };
}

describe('live seats', () => {
  test('a hall is watched while its seats are on screen, one feed for all of that time', async () => {
    const stage = await stageMovie();
    const { actor, feeds, loadHall } = stage;
    const before = feeds.length;
    actor.send({ type: 'viewer.changed', viewer: adult });
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
    await loadHall.answer({ booked: [], kept: [11] });
    const [feed] = feeds;
    actor.send({ type: 'purchase.review' });
    actor.send({ type: 'purchase.back' });
    expect({ before, feed, same: feeds[0] === feed, feeds: feeds.length }).toEqual({
      before: 0,
      feed: SHOWTIME,
      same: true,
      feeds: 1,
    });
    actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '20.35' } });
    expect(feeds).toEqual([]);
    await loadHall.answer({ booked: [], kept: [] });
    expect(feeds).toEqual([{ ...SHOWTIME, time: '20.35' }]);
    actor.send({ type: 'showtime.changed', place: { date: undefined, time: undefined } });
    expect(feeds).toEqual([]);
  });

  test('seats sold and freed elsewhere come and go without a word', async () => {
    const { actor, facts, seats, toggle } = await stageSeats();
    toggle(11);
    actor.send(sold(1, 2, 30));
    expect(seats()).toEqual({ booked: [1, 2, 30], selected: [11] });
    actor.send(sold(2));
    expect(seats()).toEqual({ booked: [2], selected: [11] });
    toggle(1);
    expect(seats()).toEqual({ booked: [2], selected: [1, 11] });
    expect(facts).toEqual([]);
  });

  test('a seat lost from the selection is named, once, and the others stay', async () => {
    const { actor, facts, seats, state, toggle } = await stageSeats();
    toggle(11, 12, 13);
    actor.send(sold(1, 2, 12));
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      booked: [1, 2, 12],
      selected: [11, 13],
    });
    actor.send(sold(1, 2, 12));
    expect(facts).toEqual([lost('Seat 12 has just been taken')]);
    expect(actor.getSnapshot().context.failure?.message).toBe('Seat 12 has just been taken');
  });

  test('the buy dialog tells of seats lost, and its total follows', async () => {
    const { actor, bookTickets, facts, state } = await stageReview();
    actor.send(sold(1, 2, 12));
    expect(state()).toEqual(inHall('confirming'));
    expect(selectTotal(actor.getSnapshot())).toBe(35_000);
    expect(actor.getSnapshot().context.failure?.message).toBe('Seat 12 has just been taken');
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs()[0]?.booking.seatNumbers).toEqual([11]);
    expect(facts).toEqual([lost('Seat 12 has just been taken')]);
  });

  test('reliability 8: what is left is another purchase and has another key', async () => {
    const { actor, bookTickets } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    actor.send(sold(1, 2, 12));
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2']);
  });

  test('with its last seat lost the dialog asks for a seat and cannot buy', async () => {
    const { actor, facts } = await stageReview();
    actor.send(sold(11, 12));
    expect(selectVerdict(actor.getSnapshot())).toEqual({ kind: 'noSeats', message: 'Please select your seat!' });
    expect(actor.getSnapshot().can({ type: 'purchase.confirm' })).toBe(false);
    expect(facts).toEqual([lost('Seats 11 and 12 have just been taken')]);
  });
});

describe('live seats and the visitor’s own purchase', () => {
  test('news of its own seats before the answer are no news', async () => {
    const { actor, bookTickets, facts, feeds, seats, state } = await stagePurchase();
    expect(feeds).toEqual([]);
    actor.send(sold(1, 2, 11, 12));
    expect({ state: state(), ...seats() }).toEqual({ state: 'booking', booked: [1, 2], selected: [11, 12] });
    await bookTickets.answer(ticketOf('t1'));
    actor.send(sold(1, 2, 11, 12));
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
    expect(facts).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
  });

  test('when the answer is lost, the dialog keeps the seats for another try with the same key', async () => {
    const { actor, bookTickets, facts, feeds, seats, state } = await stagePurchase();
    await bookTickets.fail(unreachable);
    expect(feeds).toEqual([SHOWTIME]);
    facts.length = 0;
    actor.send(sold(1, 2, 11, 12));
    expect({ state: state(), facts, ...seats() }).toEqual({
      state: inHall('confirming'),
      facts: [],
      booked: [1, 2],
      selected: [11, 12],
    });
    actor.send({ type: 'purchase.confirm' });
    expect(bookTickets.inputs()[1]).toEqual(bookTickets.inputs()[0]);
  });

  test.each([
    ['going back', { type: 'purchase.back' }],
    ['signing out', { type: 'viewer.changed', viewer: undefined }],
  ] as const)('when the answer is lost, %s fetches the seats anew and accuses nobody', async (_, event) => {
    const { actor, bookTickets, facts, loadHall, seats, state } = await stagePurchase();
    await bookTickets.fail(unreachable);
    facts.length = 0;
    actor.send(event);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
    await loadHall.answer({ booked: [1, 2, 11, 12], kept: [] });
    actor.send(sold(1, 2, 11, 12));
    expect({ state: state(), facts, ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      facts: [],
      booked: [1, 2, 11, 12],
      selected: [],
    });
  });

  test('a seat that the server refused is named once, though the feed tells it too', async () => {
    const { actor, bookTickets, facts, seats } = await stagePurchase();
    const message = 'Seat 12 has just been taken';
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', message, seatNumbers: [12] }));
    actor.send(sold(1, 2, 12));
    expect(seats()).toEqual({ booked: [1, 2, 12], selected: [11] });
    expect(facts).toHaveLength(1);
  });

  test('a refusal that says what happened leaves the feed its word', async () => {
    const { actor, bookTickets, facts, seats } = await stagePurchase();
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    facts.length = 0;
    actor.send(sold(12));
    expect(seats()).toEqual({ booked: [12], selected: [11] });
    expect(facts).toEqual([lost('Seat 12 has just been taken')]);
  });
});

describe('live seats when the feed is lost', () => {
  test('the seats are fetched at once, then every 5 s until the feed is back', async () => {
    const { actor, clock, loadHall, seats, state } = await stageSeats();
    actor.send({ type: 'seats.disconnected' });
    expect(state()).toEqual(inHall('choosingSeats', 'refetching'));
    expect(loadHall.inputs().slice(1)).toEqual([SHOWTIME]);
    await loadHall.answer({ booked: [1, 2, 30], kept: [] });
    expect(seats().booked).toEqual([1, 2, 30]);
    actor.send({ type: 'seats.disconnected' });
    clock.increment(4999);
    expect(state()).toEqual(inHall('choosingSeats', 'waiting'));
    clock.increment(1);
    expect(state()).toEqual(inHall('choosingSeats', 'refetching'));
    actor.send({ type: 'seats.connected' });
    expect(state()).toEqual(inHall('choosingSeats'));
    clock.increment(10_000);
    expect(loadHall.inputs()).toHaveLength(3);
  });

  test('a seat lost meanwhile is named, in the dialog too', async () => {
    const { actor, facts, loadHall, seats, state } = await stageReview();
    actor.send({ type: 'seats.disconnected' });
    await loadHall.answer({ booked: [1, 2, 12], kept: [] });
    expect({ state: state(), ...seats() }).toEqual({
      state: inHall('confirming', 'waiting'),
      booked: [1, 2, 12],
      selected: [11],
    });
    expect(facts).toEqual([lost('Seat 12 has just been taken')]);
  });

  test('a failing fetch says nothing and is tried again', async () => {
    const { actor, clock, facts, loadHall, seats, state } = await stageSeats();
    actor.send({ type: 'seats.disconnected' });
    await loadHall.fail(unreachable);
    expect({ state: state(), facts, ...seats() }).toEqual({
      state: inHall('choosingSeats', 'waiting'),
      facts: [],
      booked: [1, 2],
      selected: [],
    });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    clock.increment(5000);
    await loadHall.answer({ booked: [1], kept: [] });
    expect(seats().booked).toEqual([1]);
  });

  test('an answer that comes after the feed is back is out of date and changes nothing', async () => {
    const { actor, loadHall, seats } = await stageSeats();
    actor.send({ type: 'seats.disconnected' });
    actor.send({ type: 'seats.connected' });
    actor.send(sold(1, 2, 30));
    await loadHall.answer({ booked: [1, 2], kept: [] });
    expect(seats().booked).toEqual([1, 2, 30]);
  });

  test('choosing, reviewing and buying go on', async () => {
    const { actor, bookTickets, loadMovie, state, toggle } = await stageSeats();
    actor.send({ type: 'seats.disconnected' });
    toggle(11, 12);
    actor.send({ type: 'purchase.review' });
    expect(state()).toEqual(inHall('confirming', 'refetching'));
    actor.send({ type: 'purchase.confirm' });
    await bookTickets.fail(new CallFailed({ code: 'movie_changed', message: 'The price has changed' }));
    await loadMovie.answer(metropolis);
    expect(state()).toEqual({ choosing: 'loadingSeats' });
  });
});
