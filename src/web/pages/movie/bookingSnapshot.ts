import * as v from 'valibot';
import type { Snapshot } from 'xstate';
import { movieSchema } from '#contract/movie.ts';
import type { Offer } from '#domain/schedule.ts';
import type { Screening } from '#domain/showtimes.ts';

const seatNumbersSchema = v.array(v.number());

/** The states that a film's page can stand in when the server has drawn it. */
const stateSchema = v.union([
  v.picklist(['movieNotFound', 'movieFailed']),
  v.strictObject({ choosing: v.picklist(['choosingShowtime', 'seatsFailed']) }),
  v.strictObject({ choosing: v.strictObject({ hall: v.literal('choosingSeats') }) }),
]);

const bookingSchema = v.object({
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
    selected: seatNumbersSchema,
    beside: seatNumbersSchema,
    suggested: seatNumbersSchema,
  }),
});

/** The snapshot of a film's booking, if it is one, of this film; the screening whose seats it shows, and the days on offer. */
export function readBookingSnapshot(
  snapshot: Snapshot<unknown> | undefined,
  title: string,
):
  | { readonly snapshot: Snapshot<unknown>; readonly screening: Screening | undefined; readonly offer: Offer }
  | undefined {
  const read = v.safeParse(bookingSchema, snapshot);
  if (!read.success || snapshot === undefined || read.output.context.title !== title) return undefined;
  const { screening, offer } = read.output.context;
  return { snapshot, screening, offer };
}
