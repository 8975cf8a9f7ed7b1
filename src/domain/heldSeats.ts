import { seatList } from './seatNames.ts';
import { MAXIMUM_SEATS, SEATS_IN_HALL } from './seats.ts';

/** Limits on the held seats of one screening, which an operator can change. */
export interface HoldLimits {
  /** How many seats may be held at a time by accounts whose balance does not cover their price. */
  readonly unbackedSeats: number;
  /** How many seats may be held at a time from one network: an IPv4 address, or a /64 of IPv6. */
  readonly seatsOfNetwork: number;
}

/** A quarter of the hall, and four purchases of six seats. */
export const HOLD_LIMITS: HoldLimits = { unbackedSeats: SEATS_IN_HALL / 4, seatsOfNetwork: 4 * MAXIMUM_SEATS };

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

/** Minutes and seconds, such as `4:52`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `1 minute` or `5 minutes`. */
export function minuteList(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
