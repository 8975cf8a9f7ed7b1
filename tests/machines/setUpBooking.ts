import { fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import { offerAt } from '#domain/calendar.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Movie } from '#contract/movie.ts';
import type { LoadedSeats, Viewer } from '#machines/bookingModel.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { selectReviewed } from '#machines/bookingSelectors.ts';
import type { SeatReport } from '#machines/environment.ts';
import type { NavigateEvent } from '#machines/navigation.ts';
import { seatFeedMachine } from '#machines/seatFeedMachine.ts';
import { findCommand } from '#machines/commandProgress.ts';
import { createSavedSeats } from '../../src/web/environment/savedSeats.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { openRoot } from './openRoot.ts';
import { metropolis } from '../fixtures/people.ts';

const MORNING = Date.parse('2026-03-05T09:00:00+07:00');
const offer = offerAt(MORNING, 'Asia/Jakarta');
export const adult: Viewer = { age: 30, balance: 500_000 };
export const matinee = { title: 'Metropolis', date: '05 Mar', time: '14.30' };

/** The state of the page while the seats are on screen. */
export function inHall(selection: 'choosingSeats' | 'confirming') {
  return { choosing: { hall: selection } };
}

/** Everything that outlives a page: the root with its purchase, the saved seats of the tab, and the controlled calls. */
export function setUpRoot() {
  const { online, ...root } = openRoot();
  const loadMovie = controlledCall<Movie, { title: string }>();
  const loadHall = controlledCall<LoadedSeats, Screening>();
  const loadSeats = controlledCall<SeatReport, Screening>();
  const savedSeats = createSavedSeats(storedText());

  return {
    ...root,
    loadMovie,
    loadHall,
    loadSeats,
    savedSeats,
    /** The status of the purchase that runs at the root. */
    purchase: () => findCommand(root.app.system, 'purchase'),
    goOnline: online.goOnline,
  };
}

/** The page of a film and its root, on 5 March at nine in the morning. */
export function setUpBooking(root = setUpRoot(), title = 'Metropolis', movie?: Movie) {
  const { savedSeats, loadHall } = root;
  const feeds: Screening[] = [];
  let notifyFeed: ((fact: EventObject) => void) | undefined;
  const navigations: NavigateEvent[] = [];
  const reveals: unknown[] = [];
  const actor: ActorRefFrom<typeof bookingMachine> = root.openPage(
    'booking',
    bookingMachine.provide({
      actors: {
        watchClock: idleCallback<undefined>(),
        watchViewer: idleCallback<undefined>(),
        watchMovie: idleCallback<{ title: string; isKnown: boolean }>(),
        watchShowtime: idleCallback<{ title: string }>(),
        readSavedSeats: idleCallback<Screening>(),
        seatFeed: seatFeedMachine.provide({
          actors: {
            watchPage: fromCallback<EventObject, undefined>(({ sendBack: report }) => report({ type: 'page.shown' })),
            watchSeats: fromCallback<EventObject, Screening>(({ input, sendBack }) => {
              notifyFeed = sendBack;
              feeds.push(input);
              return () => {
                notifyFeed = undefined;
                feeds.splice(feeds.indexOf(input), 1);
              };
            }),
            loadSeats: root.loadSeats.actor,
          },
        }),
        loadMovie: root.loadMovie.actor,
        loadHall: loadHall.actor,
      },
      actions: {
        revealSeats: () => reveals.push(actor.getSnapshot().value),
        saveSeats: (_, { screening, selected }) => {
          if (screening !== undefined) savedSeats.save(screening, selected);
        },
      },
    }),
    { title, movie, now: MORNING, offer, purchase: root.purchase() },
  );
  actor.on('navigate', (event) => navigations.push(event));

  return {
    ...root,
    root,
    actor,
    /** The screenings with an active seat feed. */
    feeds,
    /** The navigations that the page requested. */
    navigations,
    /** The states in which the page scrolled to the seats. */
    reveals,
    state: () => actor.getSnapshot().value,
    seats: () => {
      const { booked, selected } = actor.getSnapshot().context;
      return { booked, selected };
    },
    alert: () => actor.getSnapshot().context.failure?.message,
    toggle: (...seatNumbers: number[]) => {
      for (const seatNumber of seatNumbers) actor.send({ type: 'seat.toggle', seatNumber });
    },
    goTo: (date: string | undefined, time: string | undefined, beside: readonly number[] = [], together?: string) =>
      actor.send({ type: 'showtime.changed', showtime: { date, time }, beside, together }),
    /** Clicks Buy. The event carries the booking that the dialog shows now. */
    confirm: () => actor.send({ type: 'purchase.confirm', reviewed: selectReviewed(actor.getSnapshot()) }),
    canConfirm: () =>
      actor.getSnapshot().can({ type: 'purchase.confirm', reviewed: selectReviewed(actor.getSnapshot()) }),
    loseFeed: () => notifyFeed?.({ type: 'feed.lost' }),
    regainFeed: () => notifyFeed?.({ type: 'seats.connected' }),
    /** Answers the last request for a hall, and restores the seats that the tab saved for it. */
    openHall: (booked: readonly number[]) => {
      const saved = loadHall.inputs().slice(-1).flatMap(savedSeats.find);
      return loadHall.answer({ seatNumbers: booked, saved });
    },
  };
}

/** The page with its film loaded. */
export async function setUpMovie(root = setUpRoot()) {
  const setup = setUpBooking(root);
  await setup.loadMovie.answer(metropolis);
  return setup;
}

/** The page with the seats of 05 Mar, 14.30, for an adult with 500,000 rupiah. */
export async function setUpSeats({ booked = [1, 2], viewer = adult, root = setUpRoot() } = {}) {
  const setup = await setUpMovie(root);
  setup.actor.send({ type: 'viewer.changed', viewer });
  setup.goTo('05 Mar', '14.30');
  await setup.openHall(booked);
  return setup;
}

/** The page with seats 11 and 12 in the buy dialog. */
export async function setUpReview() {
  const setup = await setUpSeats();
  setup.toggle(11, 12);
  setup.actor.send({ type: 'purchase.review' });
  return setup;
}

/** The page with a pending ticket request for seats 11 and 12. */
export async function setUpPurchase() {
  const setup = await setUpReview();
  setup.confirm();
  return setup;
}

function storedText() {
  let stored: string | undefined;
  return {
    read: () => stored,
    write: (text: string) => {
      stored = text;
    },
    remove: () => {
      stored = undefined;
    },
    subscribe: () => () => undefined,
  };
}
