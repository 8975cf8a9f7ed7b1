import { seatList } from './seatNames.ts';

/** The message about seats that another user holds: `Seat 12 is being bought by another visitor`. */
export function heldMessage(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'is' : 'are'} being bought by another visitor`;
}

/** The message after a hold has ended without a purchase. */
export const NO_LONGER_HELD = 'Your seats are no longer held';

/** The countdown of a hold, from its remaining whole seconds: `Held for you: 4:52`. */
export function countdownMessage(seconds: number): string {
  return `Held for you: ${clockText(seconds)}`;
}

/** The countdown as it is announced to screen readers: `Held for you: 5 minutes`. */
export function minutesMessage(minutes: number): string {
  return `Held for you: ${minuteList(minutes)}`;
}

/** The message after shared seats have ended. */
export const NO_LONGER_SHARED = 'The seats are no longer kept. Those that nobody paid for are free again.';

/** The countdown of shared seats, from its remaining whole seconds: `Kept for you and your friends: 14:52`. */
export function keptMessage(seconds: number): string {
  return `Kept for you and your friends: ${clockText(seconds)}`;
}

/** That countdown as it is announced to screen readers: `Kept for you and your friends: 15 minutes`. */
export function keptMinutesMessage(minutes: number): string {
  return `Kept for you and your friends: ${minuteList(minutes)}`;
}

/** How many of the shared seats have been paid for: `2 of 5 paid`. */
export function paidMessage(paid: number, all: number): string {
  return `${paid} of ${all} paid`;
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function minuteList(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
