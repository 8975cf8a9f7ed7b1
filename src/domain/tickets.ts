import { hasStarted } from './showtimes.ts';

/** Tickets that a device keeps to show without a connection; the one opened longest ago goes first. */
export const MAX_SAVED_TICKETS = 50;

interface Identified {
  readonly id: string | number;
}

/** Whether a ticket reads `Expired`: its showtime has begun (section 2). Takes an ISO instant and epoch milliseconds. */
export function isExpired(ticket: { readonly startsAt: string }, now: number): boolean {
  return hasStarted(Date.parse(ticket.startsAt), now);
}

/** The end of a ticket's id, by which people tell tickets apart. */
export function shortTicketId(id: string): string {
  return `…${id.slice(-8)}`;
}

/** Whether a list holds the ticket, by its id compared as text (section 3). */
export function isListed(tickets: readonly Identified[], { id }: Identified): boolean {
  return tickets.some((ticket) => String(ticket.id) === String(id));
}

/** The list with a ticket added to the front; a ticket already listed is not listed twice (section 3). */
export function addTicket<Ticket extends Identified>(tickets: readonly Ticket[], ticket: Ticket): Ticket[] {
  return [ticket, ...removeTicket(tickets, ticket.id)];
}

/** The list without the ticket of this id, compared as text (section 3). */
export function removeTicket<Ticket extends Identified>(tickets: readonly Ticket[], id: string | number): Ticket[] {
  return tickets.filter((ticket) => String(ticket.id) !== String(id));
}
