import { fromCallback, fromPromise, sendTo } from 'xstate';
import type { Movie } from '#contract/movie.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { BookingContext, Hall } from '#machines/bookingContext.ts';
import { bookingMachine, type BookingEvent } from '#machines/bookingMachine.ts';
import { seatFeedMachine } from '#machines/seatFeedMachine.ts';
import { unreadable } from '../api/client.ts';
import type { Dependencies, PageDependencies } from './dependencies.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { intentsOf, sessionOf } from './pageDependenciesOf.ts';
import { createKeptSeats } from './keptSeats.ts';
import { findIntent, followIntent, startOf } from './followIntent.ts';
import { watchClock } from './watchClock.ts';
import { watchSeats } from './watchSeats.ts';

/** The booking of one film's page bound to the API, the URL, the clock, the session and the purchase that runs at the root. */
export const boundBooking = bookingMachine.provide({
  actors: {
    watchClock,
    watchViewer: fromCallback(({ sendBack, system }) => {
      const session = sessionOf(system);
      const report = () => {
        const { user } = session.getSnapshot().context;
        sendBack({ type: 'viewer.changed', viewer: user && { age: user.age, balance: user.balance } });
      };
      report();
      const subscription = session.subscribe(report);
      return () => subscription.unsubscribe();
    }),
    watchMovie: fromCallback<{ type: string }, { movie: Movie | undefined }>(
      ({ input: { movie }, sendBack, system }) => {
        if (movie === undefined) return;
        dependenciesOf(system)
          .client('findMovie', { params: { title: movie.title } })
          .then(
            (asked) => sendBack({ type: 'movie.changed', movie: asked }),
            // The film of the list stands: what is wrong with it is said where it matters.
            () => undefined,
          );
      },
    ),
    watchIntent: followIntent(intentsOf, 'purchase'),
    watchShowtime: fromCallback<{ type: string }, { title: string }>(({ input, sendBack, system }) => {
      const { location } = dependenciesOf(system);
      const report = () => {
        const { params, search } = location.current() ?? {};
        if (params?.['movieTitle'] !== input.title) return;
        const query = new URLSearchParams(search);
        const place = { date: query.get('date') ?? undefined, time: query.get('time') ?? undefined };
        sendBack({ type: 'showtime.changed', place });
      };
      report();
      return location.subscribe(report);
    }),
    seatFeed: seatFeedMachine.provide({
      actors: {
        watchSeats,
        loadSeats: fromPromise(({ input, system }) => findSold(dependenciesOf(system), input)),
      },
    }),
    loadMovie: fromPromise(({ input, system }) =>
      dependenciesOf(system).client('findMovie', { params: { title: input.title }, loading: true }),
    ),
    loadHall: fromPromise<Hall, Screening>(async ({ input, system }) => {
      const dependencies = dependenciesOf(system);
      return { booked: await findSold(dependencies, input), kept: createKeptSeats(dependencies.keptSeats).find(input) };
    }),
  },
  actions: {
    revealSeats: ({ system }) => dependenciesOf(system).device.reveal('seats'),
    keepSeats: ({ system }, { screening, selected }) => {
      if (screening !== undefined) createKeptSeats(dependenciesOf(system).keptSeats).keep(screening, selected);
    },
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      (_, confirmed) => startOf(confirmed),
    ),
  },
});

async function findSold({ client }: Dependencies, { title, date, time }: Screening): Promise<readonly number[]> {
  const input = { showtimeDate: date, showtimeTime: time };
  const [hall] = await client('findBookedSeats', { params: { title }, input });
  if (hall === undefined) throw unreadable();
  return hall.seatNumbers;
}

/** What follows where the server has drawn a hall: the seats that this tab keeps for it. */
export function keptIn({ screening }: BookingContext, dependencies: PageDependencies): BookingEvent {
  const keptSeats = createKeptSeats(dependencies.keptSeats);
  return { type: 'seats.kept', kept: screening === undefined ? [] : keptSeats.find(screening) };
}

/** With what a film's page begins: the cinema's clock, the film of the list in memory, and the purchase that is running. */
export function bookingInput(title: string, { intents, movies, now, zone }: PageDependencies) {
  return {
    title,
    movie: movies.getSnapshot().context.movies.find((movie) => movie.title === title),
    zone,
    now: now(),
    purchase: findIntent(intents.running(), 'purchase'),
  };
}
