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

/**
 * How many seats may be held at a time from one /48 of IPv6, of which one customer can have many networks: half the hall, or what one
 * network may hold if that is more.
 */
export function seatsOfSite({ seatsOfNetwork }: HoldLimits): number {
  return Math.max(SEATS_IN_HALL / 2, seatsOfNetwork);
}

/** Minutes and seconds, such as `4:52`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
