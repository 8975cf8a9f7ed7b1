import * as v from 'valibot';
import { rupiahSchema } from './rupiah.ts';

/** A ticket as its owner sees it: price and rating at purchase, times as ISO instants (section 3). */
export const ticketSchema = v.object({
  id: v.string(),
  movieTitle: v.string(),
  moviePoster: v.string(),
  movieAgeRating: v.number(),
  movieTicketPrice: rupiahSchema,
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  seatNumbers: v.array(v.number()),
  bookingTime: v.pipe(v.string(), v.isoTimestamp()),
  startsAt: v.pipe(v.string(), v.isoTimestamp()),
});

export type Ticket = v.InferOutput<typeof ticketSchema>;

/** What `GET user/tickets` answers, newest first. */
export const ticketsSchema = v.array(ticketSchema);

/** What a call answers that only has something to say. */
export const messageSchema = v.object({ message: v.string() });
