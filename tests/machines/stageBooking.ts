import { assign, createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import {
  bookingMachine,
  type BookingFact,
  type Hall,
  type ShowtimeOfMovie,
  type Viewer,
} from '#machines/bookingMachine.ts';
import type { Movie } from '#contract/movie.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { metropolis } from './people.ts';

export const MORNING = Date.parse('2026-03-05T09:00:00+07:00');
export const adult: Viewer = { age: 30, balance: 500_000 };

/** The state of the page while the seats are on screen. */
export function inHall(selection: 'choosingSeats' | 'confirming', feed = 'following') {
  return { choosing: { hall: { selection, feed } } };
}

/** The page of Metropolis on 5 March at nine in the morning, its calls answered by the test. */
export function stageBooking() {
  const clock = new SimulatedClock();
  const loadMovie = controlledCall<Movie, { title: string }>();
  const loadHall = controlledCall<Hall, ShowtimeOfMovie>();
  const bookTickets = controlledCall<Ticket, { booking: Booking; idempotencyKey: string }>();
  const recordSeats = controlledCall<Ticket, { ticket: Ticket; movieId: number }>();
  const feeds: ShowtimeOfMovie[] = [];
  const facts: BookingFact[] = [];
  const paths: string[] = [];
  const returnPaths: (string | undefined)[] = [];
  const kept: (ShowtimeOfMovie & { seatNumbers: readonly number[] })[] = [];
  let keys = 0;
  const actor = createActor(
    bookingMachine.provide({
      actors: {
        watchClock: idleCallback<undefined>(),
        watchViewer: idleCallback<undefined>(),
        watchShowtime: idleCallback<{ title: string }>(),
        watchSeats: fromCallback<EventObject, ShowtimeOfMovie>(({ input }) => {
          feeds.push(input);
          return () => {
            feeds.splice(feeds.indexOf(input), 1);
          };
        }),
        loadMovie: loadMovie.actor,
        loadHall: loadHall.actor,
        bookTickets: bookTickets.actor,
        recordSeats: recordSeats.actor,
      },
      actions: {
        announce: (_, fact) => facts.push(fact),
        goTo: (_, { path, returnPath }) => {
          paths.push(path);
          returnPaths.push(returnPath);
        },
        keepSelection: (_, selection) => kept.push(selection),
        renewIdempotencyKey: assign({ idempotencyKey: () => `key-${++keys}` }),
      },
    }),
    { clock, input: { title: 'Metropolis', now: MORNING, zone: 'Asia/Jakarta' } },
  ).start();

  return {
    actor,
    clock,
    loadMovie,
    loadHall,
    bookTickets,
    recordSeats,
    /** The halls that are watched now. */
    feeds,
    facts,
    paths,
    returnPaths,
    kept,
    state: () => actor.getSnapshot().value,
    seats: () => {
      const { booked, selected } = actor.getSnapshot().context;
      return { booked, selected };
    },
    toggle: (...seatNumbers: number[]) => {
      for (const seatNumber of seatNumbers) actor.send({ type: 'seat.toggle', seatNumber });
    },
  };
}

/** The same page once the film is there. */
export async function stageMovie() {
  const stage = stageBooking();
  await stage.loadMovie.answer(metropolis);
  return stage;
}

/** The same page with the seats of 05 Mar, 14.30 on view to a grown-up with 500,000 rupiah. */
export async function stageSeats({ booked = [1, 2], viewer = adult }: { booked?: number[]; viewer?: Viewer } = {}) {
  const stage = await stageMovie();
  stage.actor.send({ type: 'viewer.changed', viewer });
  stage.actor.send({ type: 'showtime.changed', place: { date: '05 Mar', time: '14.30' } });
  await stage.loadHall.answer({ booked, kept: [] });
  return stage;
}

/** The same page with seats 11 and 12 in the buy dialog. */
export async function stageReview() {
  const stage = await stageSeats();
  stage.toggle(11, 12);
  stage.actor.send({ type: 'purchase.review' });
  return stage;
}

/** The same page with the ticket call for seats 11 and 12 on its way. */
export async function stagePurchase() {
  const stage = await stageReview();
  stage.actor.send({ type: 'purchase.confirm' });
  return stage;
}
