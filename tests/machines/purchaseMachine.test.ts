import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import {
  isRunning,
  purchaseBegun,
  purchaseMachine,
  selectPurchase,
  takenSeats,
  type PurchaseNews,
} from '#machines/purchaseMachine.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { controlledCall } from './controlledCall.ts';
import { ticketOf } from './people.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

const booking: Booking = {
  showtimeDate: '05 Mar',
  showtimeTime: '14.30',
  seatNumbers: [11, 12],
  movieAgeRating: 13,
  movieTicketPrice: 35_000,
  movieTitle: 'Metropolis',
  moviePoster: '/posters/metropolis.svg',
};

/** A purchase with a parent that hears it, its calls answered by the test. */
function stagePurchase() {
  const clock = new SimulatedClock();
  const bookTickets = controlledCall<Ticket, { booking: Booking; idempotencyKey: string }>();
  const recordSeats = controlledCall<unknown, Confirmation>();
  const news: PurchaseNews[] = [];
  const listeners = new Set<() => void>();
  const parent = createActor(
    fromCallback<PurchaseNews>(({ receive }) =>
      receive((event) => {
        if (event.type === 'purchase.booked' || event.type === 'purchase.unsettled') news.push(event);
      }),
    ),
    { clock },
  ).start();
  const actor = createActor(
    purchaseMachine.provide({
      actors: {
        watchOnline: fromCallback<EventObject, undefined>(({ sendBack }) => {
          const listener = () => sendBack({ type: 'browser.online' });
          listeners.add(listener);
          return () => listeners.delete(listener);
        }),
        bookTickets: bookTickets.actor,
        confirmation: confirmationMachine.provide({ actors: { confirm: recordSeats.actor } }),
      },
    }),
    { parent, input: { booking, movieId: 7, idempotencyKey: 'key-1' } },
  ).start();

  return {
    bookTickets,
    clock,
    news,
    recordSeats,
    outcome: () => actor.getSnapshot().output,
    standing: () => selectPurchase(actor.getSnapshot()),
    tellOnline: () => actor.send({ type: 'browser.online' }),
    /** How many wait to hear that the browser is online. */
    listeners: () => listeners.size,
    goOnline: () => {
      for (const listener of listeners) listener();
    },
  };
}

describe('section 4: a purchase', () => {
  test('buys what was confirmed, tells the ticket, confirms the seats and ends', async () => {
    const { bookTickets, news, outcome, recordSeats, standing } = stagePurchase();
    expect(standing()).toEqual({ stage: 'calling', booking, ticket: undefined, failure: undefined });
    expect(standing()).toEqual(purchaseBegun(booking));
    expect(bookTickets.inputs()).toEqual([{ booking, idempotencyKey: 'key-1' }]);
    await bookTickets.answer(ticketOf('t1'));
    expect(standing()).toEqual({ stage: 'confirming', booking, ticket: ticketOf('t1'), failure: undefined });
    expect({ news, outcome: outcome(), told: recordSeats.inputs() }).toEqual({
      news: [{ type: 'purchase.booked', ticket: ticketOf('t1') }],
      outcome: undefined,
      told: [{ ticket: ticketOf('t1'), movieId: 7 }],
    });
    await recordSeats.answer({});
    expect(standing()).toEqual({ stage: 'bought', booking, ticket: ticketOf('t1'), failure: undefined });
    expect({ news: news.length, outcome: outcome() }).toEqual({ news: 1, outcome: { kind: 'bought' } });
  });

  test('whose seats were never confirmed is bought all the same', async () => {
    const { bookTickets, clock, outcome, standing } = stagePurchase();
    await bookTickets.answer(ticketOf('t1'));
    clock.increment(10_000);
    expect({ stage: standing().stage, outcome: outcome(), calls: bookTickets.inputs().length }).toEqual({
      stage: 'bought',
      outcome: { kind: 'unconfirmed' },
      calls: 1,
    });
  });
});

describe('section 8: a refusal', () => {
  test.each([
    ['seat_taken'],
    ['not_enough_balance'],
    ['too_young'],
    ['movie_changed'],
    ['movie_not_found'],
    ['showtime_closed'],
    ['invalid_request'],
    ['unauthenticated'],
    ['idempotency_conflict'],
    ['too_many_attempts'],
  ])('%s ends the purchase, told with its sentence', async (code) => {
    const { bookTickets, clock, news, outcome, standing } = stagePurchase();
    const failure = new CallFailed({ code, message: `Sorry: ${code}`, seatNumbers: [12] });
    await bookTickets.fail(failure);
    clock.increment(60_000);
    expect(standing()).toEqual({ stage: 'refused', booking, ticket: undefined, failure });
    expect({ news, outcome: outcome(), calls: bookTickets.inputs().length }).toEqual({
      news: [],
      outcome: { kind: 'refused', failure },
      calls: 1,
    });
  });
});

describe('machines, Intents outlive their page: an unknown outcome', () => {
  test.each([['unreachable'], ['unreadable'], ['internal'], ['unavailable'], ['unexpected']])(
    '%s does not end the purchase: the parent is told, once, and the same is asked again with the same key',
    async (code) => {
      const { bookTickets, clock, news, outcome, standing } = stagePurchase();
      const failure = new CallFailed({ code, message: `Sorry: ${code}` });
      await bookTickets.fail(failure);
      expect(standing()).toEqual({ stage: 'unsettled', booking, ticket: undefined, failure });
      clock.increment(1000);
      expect(standing()).toEqual({ stage: 'unsettled', booking, ticket: undefined, failure });
      await bookTickets.fail(failure);
      expect({ news, outcome: outcome(), asked: bookTickets.inputs() }).toEqual({
        news: [{ type: 'purchase.unsettled', failure }],
        outcome: undefined,
        asked: [
          { booking, idempotencyKey: 'key-1' },
          { booking, idempotencyKey: 'key-1' },
        ],
      });
    },
  );

  test('something unforeseen is unknown too, and is told without its insides', async () => {
    const { bookTickets, standing } = stagePurchase();
    await bookTickets.fail(new TypeError('secret.stack is undefined'));
    expect(standing()).toEqual({
      stage: 'unsettled',
      booking,
      ticket: undefined,
      failure: { code: 'unexpected', message: 'Something went wrong. Please try again.', seatNumbers: [] },
    });
  });

  test('is asked again after 1, 2, 5, 15 and 15 s, and not a millisecond earlier', async () => {
    const { bookTickets, clock } = stagePurchase();
    for (const [before, delay] of [1000, 2000, 5000, 15_000, 15_000, 15_000].entries()) {
      await bookTickets.fail(unreachable);
      clock.increment(delay - 1);
      expect(bookTickets.inputs()).toHaveLength(before + 1);
      clock.increment(1);
      expect(bookTickets.inputs()).toHaveLength(before + 2);
    }
    expect(new Set(bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(['key-1']));
  });

  test('is asked again at once when the browser is online, and waits longer after that attempt, too', async () => {
    const { bookTickets, clock, goOnline } = stagePurchase();
    await bookTickets.fail(unreachable);
    goOnline();
    expect(bookTickets.inputs()).toHaveLength(2);
    clock.increment(10_000);
    expect(bookTickets.inputs()).toHaveLength(2);
    await bookTickets.fail(unreachable);
    clock.increment(1999);
    expect(bookTickets.inputs()).toHaveLength(2);
    clock.increment(1);
    expect(bookTickets.inputs()).toHaveLength(3);
  });

  test('the news that the browser is online is waited for only while nobody knows, and asks nothing else again', async () => {
    const { bookTickets, listeners, recordSeats, tellOnline } = stagePurchase();
    const waiting = [listeners()];
    tellOnline();
    await bookTickets.fail(unreachable);
    waiting.push(listeners());
    tellOnline();
    waiting.push(listeners());
    tellOnline();
    await bookTickets.answer(ticketOf('t1'));
    tellOnline();
    expect({ waiting, calls: bookTickets.inputs().length, confirmations: recordSeats.inputs().length }).toEqual({
      waiting: [0, 1, 0],
      calls: 2,
      confirmations: 1,
    });
  });

  test('becomes a success with the first answer that says so', async () => {
    const { bookTickets, clock, news, outcome, recordSeats, standing } = stagePurchase();
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    expect(standing()).toEqual({ stage: 'confirming', booking, ticket: ticketOf('t1'), failure: undefined });
    await recordSeats.answer({});
    clock.increment(60_000);
    expect({ news, outcome: outcome(), calls: bookTickets.inputs().length }).toEqual({
      news: [
        { type: 'purchase.unsettled', failure: unreachable },
        { type: 'purchase.booked', ticket: ticketOf('t1') },
      ],
      outcome: { kind: 'bought' },
      calls: 2,
    });
  });

  test('becomes a refusal with the first answer that says so', async () => {
    const { bookTickets, clock, outcome, standing } = stagePurchase();
    const failure = new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' });
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.fail(failure);
    expect(standing()).toEqual({ stage: 'refused', booking, ticket: undefined, failure });
    expect(outcome()).toEqual({ kind: 'refused', failure });
  });

  test('is not settled by being told to ask later, as a first try is', async () => {
    const later = new CallFailed({ code: 'too_many_attempts', message: 'Please try again later' });
    const first = stagePurchase();
    await first.bookTickets.fail(later);
    expect(first.outcome()).toEqual({ kind: 'refused', failure: later });
    const { bookTickets, clock, standing } = stagePurchase();
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.fail(later);
    expect(standing()).toMatchObject({ stage: 'unsettled' });
  });
});

describe('how a purchase stands', () => {
  test.each([
    ['calling', true],
    ['unsettled', true],
    ['confirming', true],
    ['bought', false],
    ['refused', false],
  ] as const)('%s has no known end yet: %s', (stage, running) => {
    expect(isRunning({ stage, booking, ticket: undefined, failure: undefined })).toBe(running);
  });

  test('no purchase does not run', () => {
    expect(isRunning(undefined)).toBe(false);
  });

  test.each([
    ['calling', 'its screening', '14.30', [1, 11, 12]],
    ['unsettled', 'its screening', '14.30', [1, 11, 12]],
    ['bought', 'its screening', '14.30', [1, 11, 12]],
    ['refused', 'its screening', '14.30', [1]],
    ['unsettled', 'another', '20.35', [1]],
  ] as const)('while it is %s, what can be chosen in the hall of %s leaves its seats out', (stage, _, time, taken) => {
    const purchase = { stage, booking, ticket: undefined, failure: undefined };
    const screening = { title: 'Metropolis', date: '05 Mar', time };
    expect(takenSeats({ booked: [1], screening, purchase })).toEqual(taken);
  });
});
