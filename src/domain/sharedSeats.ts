import { clockText, minuteList } from './heldSeats.ts';
import { moviePath } from './paths.ts';
import type { Screening } from './showtimes.ts';

const HOLD_CODE = /^[\w-]{22}$/;

/** Whether a text can be the code of a shared hold: 128 bits in base64url. */
export function isHoldCode(text: string): boolean {
  return HOLD_CODE.test(text);
}

/** Reads the code of shared seats from a URL's `together` parameter; undefined for any text that cannot be one. */
export function readTogether(text: string | null): string | undefined {
  return text !== null && isHoldCode(text) ? text : undefined;
}

/** The path of shared seats: a film's page with a showtime and the code. */
export function sharePath({ title, date, time }: Screening, together: string): string {
  return moviePath(title, { date, time, together }).replaceAll('+', '%20');
}

/** The code of the failure that tells a page that its shared seats have ended, and its message. */
export const SHARE_ENDED = 'share_ended';
export const NO_LONGER_SHARED = 'The seats are no longer kept. Those that nobody paid for are free again.';

/** The countdown of shared seats, from its remaining whole seconds: `Kept for you and your friends: 14:52`. */
export function keptMessage(seconds: number): string {
  return `Kept for you and your friends: ${clockText(seconds)}`;
}

/** That countdown as it is announced to screen readers: `Kept for you and your friends: 15 minutes`. */
export function keptMinutesMessage(minutes: number): string {
  return `Kept for you and your friends: ${minuteList(minutes)}`;
}

/** How many of the shared seats have been paid for, from those that are and those that are still held: `2 of 5 paid`. */
export function paidMessage(paid: readonly number[], held: readonly number[]): string {
  return `${paid.length} of ${paid.length + held.length} paid`;
}
