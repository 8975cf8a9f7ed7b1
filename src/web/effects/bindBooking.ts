import { assign, fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { movieTitleOf } from '#domain/paths.ts';
import { bookingMachine, type Hall, type ShowtimeOfMovie } from '#machines/bookingMachine.ts';
import { findBookedSeats, recordSeats } from '../api/bookedSeats.ts';
import { findMovie } from '../api/movies.ts';
import { bookTickets } from '../api/tickets.ts';
import type { StoredText } from './browserStorage.ts';
import { createIdempotencyKey, type PageDependencies } from './dependencies.ts';
import { watchClock } from './watchClock.ts';
import { watchSeats } from './watchSeats.ts';

const keptSelectionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ title: v.string(), date: v.string(), time: v.string(), seatNumbers: v.array(v.number()) }),
);

/** The booking of one film's page bound to the API, the URL, the clock and the session. */
export function bindBooking(dependencies: PageDependencies) {
  const { client, history, session, keptSelection, now, announce } = dependencies;
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
      watchSeats: watchSeats(dependencies),
      loadMovie: fromPromise(({ input }) => findMovie(client, input.title)),
      loadHall: fromPromise<Hall, ShowtimeOfMovie>(async ({ input: { title, date, time } }) => ({
        booked: await findBookedSeats(client, title, { showtimeDate: date, showtimeTime: time }),
        kept: takeKeptSeats(keptSelection, { title, date, time }),
      })),
      bookTickets: fromPromise(({ input }) => bookTickets(client, input.booking, input.idempotencyKey)),
      recordSeats: fromPromise(({ input }) => recordSeats(client, input.ticket, input.movieId)),
    },
    actions: {
      announce: (_, fact) => announce(fact),
      goTo: (_, { path, returnPath }) => history.push(path, { returnPath }),
      keepSelection: (_, selection) => keptSelection.write(JSON.stringify(selection)),
      renewIdempotencyKey: assign({ idempotencyKey: () => createIdempotencyKey() }),
    },
  });
}

function takeKeptSeats(keptSelection: StoredText, showtime: ShowtimeOfMovie): number[] {
  const kept = v.safeParse(keptSelectionSchema, keptSelection.read());
  if (!kept.success) return [];
  const { title, date, time, seatNumbers } = kept.output;
  if (title !== showtime.title || date !== showtime.date || time !== showtime.time) return [];
  keptSelection.remove();
  return seatNumbers;
}
