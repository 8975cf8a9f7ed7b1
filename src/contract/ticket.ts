import * as v from 'valibot';
import { pageLimitSchema } from './page.ts';
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

/** The answer of `GET user/tickets`, newest first: a page of them. */
export const ticketsSchema = v.array(ticketSchema);

/** So many, unless fewer are asked for. */
export const TICKETS_ON_A_PAGE = 100;
const beforeMessage = 'before must be the id of a ticket';

/** The query of `GET user/tickets`: those bought before this one, so many of them. */
export const ticketQuerySchema = v.object({
  before: v.optional(v.pipe(v.string(beforeMessage), v.uuid(beforeMessage))),
  limit: pageLimitSchema(TICKETS_ON_A_PAGE),
});

export type TicketQuery = v.InferOutput<typeof ticketQuerySchema>;

/** The answer of a call that only has something to say. */
export const messageSchema = v.object({ message: v.string() });
