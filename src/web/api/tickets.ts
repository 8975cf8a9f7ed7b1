import type { Booking, Cancellation } from '#contract/booking.ts';
import { messageSchema, ticketSchema, ticketsSchema, type Ticket } from '#contract/ticket.ts';
import type { Client } from './client.ts';

/** `GET user/tickets`: the user's tickets, newest first. Throws `unauthenticated` (section 7). */
export function listTickets(client: Client): Promise<Ticket[]> {
  return client({ method: 'get', path: 'user/tickets', answer: ticketsSchema, loading: true });
}

/** The same, asked in the background: it raises no loading flag. */
export function askTickets(client: Client): Promise<Ticket[]> {
  return client({ method: 'get', path: 'user/tickets', answer: ticketsSchema });
}

/**
 * `POST user/tickets`: the whole purchase. The same idempotency key never buys twice.
 * Throws `seat_taken`, `not_enough_balance`, `too_young`, `movie_changed`, `showtime_closed` (section 7).
 */
export function bookTickets(client: Client, body: Booking, idempotencyKey: string): Promise<Ticket> {
  return client({ method: 'post', path: 'user/tickets', answer: ticketSchema, body, idempotencyKey });
}

/**
 * `DELETE user/tickets`: the whole cancellation. The same idempotency key never refunds twice.
 * Throws `wrong_password`, `ticket_not_found`, `ticket_expired` (section 7).
 */
export async function cancelTicket(client: Client, body: Cancellation, idempotencyKey: string): Promise<void> {
  await client({ method: 'delete', path: 'user/tickets', answer: messageSchema, body, idempotencyKey });
}
