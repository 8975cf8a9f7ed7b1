import { moviePath } from './paths.ts';
import type { Screening } from './showtimes.ts';
import { isSeatSelection, MAXIMUM_SEATS, sortSeats } from './seats.ts';

/**
 * Reads the friends' seats from a URL's `beside` parameter: 1 to `MAXIMUM_SEATS` different numbers, ascending, separated by commas.
 * Any other text gives an empty list.
 */
export function readBeside(text: string | null | undefined): readonly number[] {
  const seatNumbers = (text ?? '').split(',').map(Number);
  return isSeatSelection(seatNumbers) && sortSeats(seatNumbers).join() === text ? seatNumbers : [];
}

const HOLD_CODE = /^[\w-]{22}$/;

/** Whether a text can be the code of a shared hold: 128 bits in base64url. */
export function isHoldCode(text: string): boolean {
  return HOLD_CODE.test(text);
}

/** Reads the code of shared seats from a URL's `together` parameter; undefined for any text that cannot be one. */
export function readTogether(text: string | null): string | undefined {
  return text !== null && isHoldCode(text) ? text : undefined;
}

/** The seats that an invitation names, ascending: the user's own, then friends' seats up to `MAXIMUM_SEATS` in all. */
export function invitedSeats(own: readonly number[], friends: readonly number[]): number[] {
  return sortSeats([...new Set([...own, ...friends])].slice(0, MAXIMUM_SEATS));
}

/** The path of an invitation: a film's page with a showtime and the seats of the inviting friends. */
export function invitationPath(title: string, date: string, time: string, beside: readonly number[]): string {
  return moviePath(title, { date, time, beside }).replaceAll('+', '%20');
}

/** The path of shared seats: a film's page with a showtime and the code. */
export function sharePath({ title, date, time }: Screening, together: string): string {
  return moviePath(title, { date, time, together }).replaceAll('+', '%20');
}
