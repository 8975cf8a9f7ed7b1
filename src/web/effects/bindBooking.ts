import { fromCallback, fromPromise, sendTo } from 'xstate';
import { movieTitleOf, moviePath, PATHS } from '#domain/paths.ts';
import type { Screening } from '#domain/showtimes.ts';
import { bookingMachine, type BookingContext, type BookingEvent, type Hall } from '#machines/bookingMachine.ts';
import { seatFeedMachine } from '#machines/seatFeedMachine.ts';
import { unreadable } from '../api/client.ts';
import type { PageDependencies } from './dependencies.ts';
import { createKeptSeats } from './keptSeats.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';
import { watchClock } from './watchClock.ts';
import { watchSeats } from './watchSeats.ts';

/** The booking of one film's page bound to the API, the URL, the clock, the session and the purchase that runs at the root. */
export function bindBooking(dependencies: PageDependencies) {
  const { client, history, session, intents, now } = dependencies;
  const keptSeats = createKeptSeats(dependencies.keptSeats);
  const findSold = async ({ title, date, time }: Screening) => {
    const input = { showtimeDate: date, showtimeTime: time };
    const [hall] = await client('findBookedSeats', { params: { title }, input });
    if (hall === undefined) throw unreadable();
    return hall.seatNumbers;
  };

  return bookingMachine.provide({
    actors: {
      watchClock: watchClock(now),
      watchViewer: fromCallback(({ sendBack }) => {
        const report = () => {
          const { user } = session.getSnapshot().context;
          sendBack({ type: 'viewer.changed', viewer: user && { age: user.age, balance: user.balance } });
        };
        report();
        const subscription = session.subscribe(report);
        return () => subscription.unsubscribe();
      }),
      watchIntent: followIntent(intents.start, 'purchase'),
      watchShowtime: fromCallback<{ type: string }, { title: string }>(({ input, sendBack }) => {
        const report = () => {
          const { pathname, search } = history.current();
          if (movieTitleOf(pathname) !== input.title) return;
          const query = new URLSearchParams(search);
          const place = { date: query.get('date') ?? undefined, time: query.get('time') ?? undefined };
          sendBack({ type: 'showtime.changed', place });
        };
        report();
        return history.subscribe(report);
      }),
      seatFeed: seatFeedMachine.provide({
        actors: {
          watchSeats: watchSeats(dependencies),
          loadSeats: fromPromise(({ input }) => findSold(input)),
        },
      }),
      loadMovie: fromPromise(({ input }) => client('findMovie', { params: { title: input.title }, loading: true })),
      loadHall: fromPromise<Hall, Screening>(async ({ input }) => ({
        booked: await findSold(input),
        kept: keptSeats.find(input),
      })),
    },
    actions: {
      goHome: () => history.push(PATHS.home),
      visitTopUp: ({ context: { title, place } }) => history.push(PATHS.topUp, { returnPath: moviePath(title, place) }),
      changePlace: ({ context: { title } }, place) => history.replace(moviePath(title, place)),
      keepSeats: (_, { screening, selected }) => {
        if (screening !== undefined) keptSeats.keep(screening, selected);
      },
      startIntent: sendTo(intents.start, (_, confirmed) => startOf(confirmed)),
    },
  });
}

/** What follows where the server has drawn a hall: the seats that this tab keeps for it. */
export function keptIn({ screening }: BookingContext, dependencies: PageDependencies): BookingEvent {
  const keptSeats = createKeptSeats(dependencies.keptSeats);
  return { type: 'seats.kept', kept: screening === undefined ? [] : keptSeats.find(screening) };
}

/** With what a film's page begins: the cinema's clock, and the purchase that is running. */
export function bookingInput(title: string, { intents, now, zone }: PageDependencies) {
  return {
    title,
    zone,
    now: now(),
    purchase: findIntent(intents.running(), 'purchase'),
  };
}
