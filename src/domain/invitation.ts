import { moviePath } from './paths.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from './seats.ts';

/**
 * Reads the friends' seats from a URL's `beside` parameter: 1 to `MAXIMUM_SEATS` different numbers, ascending, separated by commas.
 * Any other text gives an empty list.
 */
export function readBeside(text: string | null | undefined): readonly number[] {
  const seatNumbers = (text ?? '').split(',').map(Number);
  return isSeatSelection(seatNumbers) && sortSeats(seatNumbers).join() === text ? seatNumbers : [];
}

/** The seats that an invitation names, ascending: the user's own, then friends' seats up to `MAXIMUM_SEATS` in all. */
export function invitedSeats(own: readonly number[], friends: readonly number[]): number[] {
  return sortSeats([...new Set([...own, ...friends])].slice(0, MAXIMUM_SEATS));
}

interface InvitedTicket {
  readonly movieTitle: string;
  readonly showtimeDate: string;
  readonly showtimeTime: string;
  readonly seatNumbers: readonly number[];
}

/**
 * The link by which friends are invited to sit beside a ticket: film, screening and seats, but no user and no ticket.
 * @param time the time of the showtime as the link's title has it, with its zone
 */
export function invitationLink(
  { movieTitle, showtimeDate, showtimeTime, seatNumbers }: InvitedTicket,
  friends: readonly number[],
  time: string,
) {
  return {
    kind: 'beside' as const,
    screening: { title: movieTitle, date: showtimeDate, time },
    path: invitationPath(movieTitle, showtimeDate, showtimeTime, invitedSeats(seatNumbers, friends)),
  };
}

/** The path of an invitation: a film's page with a showtime and the seats of the inviting friends. */
export function invitationPath(title: string, date: string, time: string, beside: readonly number[]): string {
  return moviePath(title, { date, time, beside }).replaceAll('+', '%20');
}
