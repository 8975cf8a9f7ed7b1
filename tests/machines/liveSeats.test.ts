import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';

import { selectTotal, selectBalanceCheck } from '#machines/bookingContext.ts';
import { ticketOf } from '../fixtures/people.ts';
import { adult, inHall, matinee, setUpMovie, setUpPurchase, setUpReview, setUpSeats } from './setUpBooking.ts';

function sold(...seatNumbers: number[]) {
  return { type: 'seats.changed', seatNumbers } as const;
}

function lost(text: string) {
  return { type: 'notify', notification: { type: 'warning', text, placement: 'bottom-left' } };
}

describe('live seats', () => {
  test('a hall is watched while its seats are on screen, one feed for all of that time', async () => {
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

  test('seats sold and freed elsewhere come and go without a word', async () => {
    const { actor, received, seats, toggle } = await setUpSeats();
    toggle(11);
    actor.send(sold(1, 2, 30));
    expect(seats()).toEqual({ booked: [1, 2, 30], selected: [11] });
    actor.send(sold(2));
    expect(seats()).toEqual({ booked: [2], selected: [11] });
    toggle(1);
    expect(seats()).toEqual({ booked: [2], selected: [1, 11] });
    expect(received).toEqual([]);
  });

  test('a seat lost from the selection is named, once, and the others stay', async () => {
    const { actor, alert, received, savedSeats, seats, state, toggle } = await setUpSeats();
    toggle(11, 12, 13);
    actor.send(sold(1, 2, 12));
    expect({ state: state(), saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      saved: [11, 13],
      booked: [1, 2, 12],
      selected: [11, 13],
    });
    actor.send(sold(1, 2, 12));
    expect({ received, alert: alert() }).toEqual({
      received: [lost('Seat 12 has just been taken')],
      alert: 'Seat 12 has just been taken',
    });
  });
});

describe('reliability 42: a seat lost while the buy dialog is open', () => {
  test('closes it to the hall, is named, and leaves the others; nothing is bought', async () => {
    const { actor, alert, bookTickets, confirm, received, savedSeats, seats, state } = await setUpReview();
    actor.send(sold(1, 2, 12));
    confirm();
    expect({ state: state(), alert: alert(), received, saved: savedSeats.find(matinee), ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      alert: 'Seat 12 has just been taken',
      received: [lost('Seat 12 has just been taken')],
      saved: [11],
      booked: [1, 2, 12],
      selected: [11],
    });
    expect(bookTickets.inputs()).toEqual([]);
  });

  test('asks for a new review, in which the others are bought and the alert is gone', async () => {
    const { actor, alert, bookTickets, confirm } = await setUpReview();
    actor.send(sold(1, 2, 12));
    actor.send({ type: 'purchase.review' });
    expect({ alert: alert(), total: selectTotal(actor.getSnapshot()) }).toEqual({ alert: undefined, total: 35_000 });
    confirm();
    expect(bookTickets.inputs().map(({ booking }) => booking.seatNumbers)).toEqual([[11]]);
  });

  test('and was the last one: the next review asks for a seat and cannot buy', async () => {
    const { actor, canConfirm, received, state } = await setUpReview();
    actor.send(sold(11, 12));
    expect(state()).toEqual(inHall('choosingSeats'));
    actor.send({ type: 'purchase.review' });
    expect(selectBalanceCheck(actor.getSnapshot())).toEqual({ kind: 'noSeats', message: 'Please select your seat!' });
    expect(canConfirm()).toBe(false);
    expect(received).toEqual([lost('Seats 11 and 12 have just been taken')]);
  });

  test('other seats sold leave it open', async () => {
    const { actor, canConfirm, seats, state } = await setUpReview();
    actor.send(sold(1, 30));
    expect({ state: state(), canConfirm: canConfirm(), ...seats() }).toEqual({
      state: inHall('confirming'),
      canConfirm: true,
      booked: [1, 30],
      selected: [11, 12],
    });
  });

  test('reliability 8: what is left is another purchase and has another key', async () => {
    const { actor, bookTickets, confirm } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    actor.send(sold(1, 2, 12));
    actor.send({ type: 'purchase.review' });
    confirm();
    expect(bookTickets.inputs().map(({ booking, idempotencyKey }) => [idempotencyKey, booking.seatNumbers])).toEqual([
      ['key-1', [11, 12]],
      ['key-2', [11]],
    ]);
  });
});

describe('live seats and the visitor’s own purchase', () => {
  test('news of its own seats before the answer are no news', async () => {
    const { actor, bookTickets, received, feeds, recordSeats, seats, state } = await setUpPurchase();
    expect(feeds).toEqual([]);
    actor.send(sold(1, 2, 11, 12));
    expect({ state: state(), ...seats() }).toEqual({ state: 'purchasing', booked: [1, 2], selected: [11, 12] });
    await bookTickets.answer(ticketOf('t1'));
    actor.send(sold(1, 2, 11, 12));
    await recordSeats.answer(ticketOf('t1'));
    expect(seats()).toEqual({ booked: [1, 2, 11, 12], selected: [] });
    expect(received.filter(({ type }) => type !== 'notify')).toEqual([
      { type: 'tickets.booked', ticket: ticketOf('t1') },
    ]);
  });

  test('nor while its outcome is unknown', async () => {
    const { actor, alert, bookTickets, received, feeds, seats, state } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' }));
    received.length = 0;
    actor.send(sold(1, 2, 11, 12));
    expect({ state: state(), alert: alert(), received, feeds, ...seats() }).toEqual({
      state: 'purchasing',
      alert: undefined,
      received: [],
      feeds: [],
      booked: [1, 2],
      selected: [11, 12],
    });
  });

  test('a seat that the server refused is named once, though the feed tells it too', async () => {
    const { actor, bookTickets, received, feeds, seats } = await setUpPurchase();
    const message = 'Seat 12 has just been taken';
    await bookTickets.fail(new CallFailed({ code: 'seat_taken', message, seatNumbers: [12] }));
    actor.send(sold(1, 2, 12));
    expect({ feeds, ...seats() }).toEqual({ feeds: [matinee], booked: [1, 2, 12], selected: [11] });
    expect(received).toHaveLength(1);
  });

  test('a refusal that says what happened leaves the feed its word', async () => {
    const { actor, bookTickets, received, seats } = await setUpPurchase();
    await bookTickets.fail(new CallFailed({ code: 'too_young', message: 'Too young' }));
    received.length = 0;
    actor.send(sold(12));
    expect(seats()).toEqual({ booked: [12], selected: [11] });
    expect(received).toEqual([lost('Seat 12 has just been taken')]);
  });
});

describe('live seats when the feed is lost', () => {
  test('a seat found lost by fetching closes the dialog and is named', async () => {
    const { actor, received, loadSeats, loseFeed, seats, state } = await setUpReview();
    loseFeed();
    expect(actor.getSnapshot().value).toEqual(inHall('confirming'));
    await loadSeats.answer([1, 2, 12]);
    expect({ state: state(), received, ...seats() }).toEqual({
      state: inHall('choosingSeats'),
      received: [lost('Seat 12 has just been taken')],
      booked: [1, 2, 12],
      selected: [11],
    });
  });

  test('choosing, reviewing and buying go on, and what was fetched for the hall changes nothing any more', async () => {
    const { actor, bookTickets, confirm, loadSeats, loseFeed, seats, state, toggle } = await setUpSeats();
    loseFeed();
    toggle(11, 12);
    actor.send({ type: 'purchase.review' });
    confirm();
    await loadSeats.answer([11, 12]);
    expect({ state: state(), bought: bookTickets.inputs().length, ...seats() }).toEqual({
      state: 'purchasing',
      bought: 1,
      booked: [1, 2],
      selected: [11, 12],
    });
  });
});
