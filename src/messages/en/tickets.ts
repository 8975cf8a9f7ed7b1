import { formatRupiah } from './money.ts';

// The list of the user's tickets
export const ticketsNotLoaded = 'Your tickets could not be loaded';
export const noTickets = 'You do not have any tickets. Lets book some!';
export const bookTicket = 'Book Ticket';
export const cancelTicket = 'Cancel Ticket';
export const cancel = 'Cancel';
export const expired = 'Expired';

/** When the ticket was booked: `Booked 21 Nov 2026, 14.05`. */
export function bookedAt(timestamp: string): string {
  return `Booked ${timestamp}`;
}

/** The accessible name of the link to a ticket. */
export function openTicketFor(movieTitle: string): string {
  return `Open ticket for ${movieTitle}`;
}

/** The amount that a cancellation returns, in rupiah. */
export function goesBack(amount: number): string {
  return `${formatRupiah(amount)} goes back to your balance.`;
}

// The page of one ticket
/** The day of the showtime in the format of Luxon: `Thursday, 05 Mar 2026`. */
export const showDayFormat = 'cccc, dd MMM yyyy';
export const ticket = 'Ticket';
export const paid = 'Paid';
export const booked = 'Booked';
/** The label of the end of the ticket's id. */
export const ticketCode = 'Ticket';
export const addToCalendar = 'Add to calendar';
export const print = 'Print';
export const allMyTickets = 'All my tickets';
export const cancelledExplained = 'Cancelled: it is no longer valid';
export const expiredExplained = 'Expired: the showtime has begun';
export const ticketNotLoaded = 'Your ticket could not be loaded';
export const noTicket = 'You do not have this ticket';
export const noTicketReason = 'It may have been cancelled, or the address may contain a mistake.';
export const savedOnThisDevice = 'Saved on this device';
export const savedExplained = 'This copy may be out of date. A ticket that was cancelled elsewhere is no longer valid.';
export const removeFromThisDevice = 'Remove from this device';

/** A ticket without its code, which was saved before tickets had codes. */
export const codeWhenOnline = 'The code for the door appears as soon as this page is online.';

/** A ticket that a door has admitted: `Used at 19.20`. */
export function usedAt(time: string): string {
  return `Used at ${time}`;
}

/** The accessible name of a ticket's QR code. */
export function qrCodeOf(ticketId: string): string {
  return `QR code of ticket ${ticketId}`;
}
