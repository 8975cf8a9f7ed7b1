import * as v from 'valibot';
import { instantSchema, pageLimitSchema, rupiahSchema } from './values.ts';

/** A ticket of the signed-in user: price and age rating at purchase, `bookingTime` and `startsAt` as ISO instants (section 3). */
export const ticketSchema = v.object({
  id: v.string(),
  movieTitle: v.string(),
  moviePoster: v.string(),
  movieAgeRating: v.number(),
  movieTicketPrice: rupiahSchema,
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  seatNumbers: v.array(v.number()),
  bookingTime: instantSchema,
  startsAt: instantSchema,
  /** The code of the shared hold that had one of the seats; missing if there was none. */
  shareCode: v.optional(v.string()),
  /** The secret that admits the ticket. Missing from a ticket that was saved before tickets had one. */
  admissionCode: v.optional(v.string()),
  /** When a door admitted the ticket. */
  admittedAt: v.optional(instantSchema),
});

export type Ticket = v.InferOutput<typeof ticketSchema>;

/** The response of `GET user/tickets`: one page, newest first. */
export const ticketsSchema = v.array(ticketSchema);

/** The default page size, and the largest. */
export const TICKETS_ON_A_PAGE = 100;
const beforeMessage = 'before must be the id of a ticket';

/** The query of `GET user/tickets`: at most `limit` tickets, bought before the ticket `before`. */
export const ticketQuerySchema = v.object({
  before: v.optional(v.pipe(v.string(beforeMessage), v.uuid(beforeMessage))),
  limit: pageLimitSchema(TICKETS_ON_A_PAGE),
});

export type TicketQuery = v.InferOutput<typeof ticketQuerySchema>;

/** The response of a cancellation. `freedSeatNumbers`: seats that the friends of a running share could not get back. */
export const cancelledSchema = v.object({
  message: v.string(),
  freedSeatNumbers: v.optional(v.array(v.number())),
});

export type CancelledTicket = v.InferOutput<typeof cancelledSchema>;
