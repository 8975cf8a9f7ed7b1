import { clockText } from '#domain/heldSeats.ts';

/** The countdown of a hold, from its remaining whole seconds: `Held for you: 4:52`. */
export function heldCountdown(seconds: number): string {
  return `Held for you: ${clockText(seconds)}`;
}

/** The countdown as it is announced to screen readers: `Held for you: 5 minutes`. */
export function heldMinutes(minutes: number): string {
  return `Held for you: ${minuteList(minutes)}`;
}

/** The countdown of shared seats, from its remaining whole seconds: `Kept for you and your friends: 14:52`. */
export function keptCountdown(seconds: number): string {
  return `Kept for you and your friends: ${clockText(seconds)}`;
}

/** That countdown as it is announced to screen readers: `Kept for you and your friends: 15 minutes`. */
export function keptMinutes(minutes: number): string {
  return `Kept for you and your friends: ${minuteList(minutes)}`;
}

/** How many of the shared seats have been paid for: `2 of 5 paid`. */
export function paidMessage(paid: number, shared: number): string {
  return `${paid} of ${shared} paid`;
}

function minuteList(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
