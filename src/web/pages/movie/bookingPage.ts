import * as v from 'valibot';
import { movieSchema } from '#contract/movie.ts';
import { offerAt } from '#domain/calendar.ts';
import { bookingInput } from '#machines/bookingModel.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { isSettled, selectInvitation } from '#machines/bookingSelectors.ts';
import { seatViewMachine } from '#machines/seatViewMachine.ts';
import type { PageData } from '../../runtime/pageData.ts';
import { pageChildHook, pageHook } from '../../runtime/pageHooks.ts';

export const useBooking = pageHook(bookingMachine);
export const useSeatView = pageChildHook(seatViewMachine);

const seatNumbersSchema = v.array(v.number());

/** The states in which the server renders a film's page. */
const stateSchema = v.union([
  v.picklist(['movieNotFound', 'movieFailed']),
  v.strictObject({ choosing: v.picklist(['choosingShowtime', 'seatsFailed']) }),
  v.strictObject({ choosing: v.strictObject({ hall: v.literal('choosingSeats') }) }),
]);

const snapshotSchema = v.object({
  value: stateSchema,
  context: v.object({
    title: v.string(),
    now: v.number(),
    offer: v.object({
      zone: v.string(),
      from: v.number(),
      until: v.number(),
      days: v.array(v.object({ date: v.string(), starts: v.array(v.number()) })),
    }),
    movie: v.optional(movieSchema),
    showtime: v.object({ date: v.optional(v.string()), time: v.optional(v.string()) }),
    screening: v.optional(v.object({ title: v.string(), date: v.string(), time: v.string() })),
    booked: seatNumbersSchema,
    held: seatNumbersSchema,
    selected: seatNumbersSchema,
    beside: seatNumbersSchema,
    together: v.optional(v.string()),
    share: v.optional(
      v.object({
        seatNumbers: seatNumbersSchema,
        paid: seatNumbersSchema,
        secondsLeft: v.number(),
        minutesAnnounced: v.number(),
      }),
    ),
    suggested: seatNumbersSchema,
  }),
});

/** How the root runs a film's page and the server renders it. */
export const bookingData: PageData<typeof bookingMachine> = {
  machine: bookingMachine,
  command: commandMachine,
  input: ({ params: { movieTitle } }, system, left) =>
    movieTitle === undefined ? undefined : bookingInput(system, movieTitle, left),
  accepts: (snapshot, { params }) => {
    const read = v.safeParse(snapshotSchema, snapshot);
    if (!read.success || read.output.context.title !== params['movieTitle']) return false;
    // Caches the document's offer, so that the page of the next film need not compute it.
    const { offer } = read.output.context;
    offerAt(offer.from, offer.zone, offer);
    return true;
  },
  isSettled,
  statusOf: (snapshot) => {
    if (snapshot.matches('movieNotFound')) return 404;
    return snapshot.matches('movieFailed') ? 503 : 200;
  },
  // Failed seats must not be shown again.
  expiresAt: (snapshot) =>
    snapshot.matches({ choosing: 'seatsFailed' }) ? snapshot.context.now : snapshot.context.offer.until,
  titleOf: selectInvitation,
  movieOf: ({ context }) => context.movie,
};
