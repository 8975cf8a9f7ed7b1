import { hasStarted } from './showtimes.ts';

/** Maximum number of tickets saved on a device for offline use. Beyond it, the ticket that was opened longest ago is dropped. */
export const MAX_SAVED_TICKETS = 50;

interface Identified {
  readonly id: string | number;
}

/**
 * Whether a ticket is expired: its showtime has begun (section 2).
 * @param ticket `startsAt` is an ISO instant
 * @param now epoch milliseconds
 */
export function isExpired(ticket: { readonly startsAt: string }, now: number): boolean {
  return hasStarted(Date.parse(ticket.startsAt), now);
}

/**
 * Whether a ticket can be cancelled: its showtime has not begun, and no door has admitted it.
 * @param now epoch milliseconds
 */
export function isCancellable(
  ticket: { readonly startsAt: string; readonly admittedAt?: string | undefined },
  now: number,
): boolean {
  return ticket.admittedAt === undefined && !isExpired(ticket, now);
}

/** The last eight characters of a ticket's id, short enough for people to compare. */
export function shortTicketId(id: string): string {
  return `…${id.slice(-8)}`;
}

/** Whether a list contains the ticket. Ids are compared as text (section 3). */
export function isListed(tickets: readonly Identified[], { id }: Identified): boolean {
  return tickets.some((ticket) => String(ticket.id) === String(id));
}

/** The list with a ticket at the front; a ticket that is already in the list moves there (section 3). */
export function addTicket<Ticket extends Identified>(tickets: readonly Ticket[], ticket: Ticket): Ticket[] {
  return [ticket, ...removeTicket(tickets, ticket.id)];
}

/** The list without the ticket of this id. Ids are compared as text (section 3). */
export function removeTicket<Ticket extends Identified>(tickets: readonly Ticket[], id: string | number): Ticket[] {
  return tickets.filter((ticket) => String(ticket.id) !== String(id));
}
