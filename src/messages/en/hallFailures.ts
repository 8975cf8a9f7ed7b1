import type { FailureDetails } from '#domain/failure.ts';
import { formatRupiah } from './money.ts';
import { generalFailures } from './general.ts';
import { seatList } from './seats.ts';

/** The sentences about failures that the hall of a showtime finds without asking the API, by code. */
export const hallFailures = {
  ...generalFailures,
  seat_taken: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0
      ? 'A seat has just been taken'
      : `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'has' : 'have'} just been taken`,
  seat_held: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0
      ? 'Another visitor is buying one of these seats'
      : `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'is' : 'are'} being bought by another visitor`,
  hold_expired: 'Your seats are no longer held',
  share_ended: 'The seats are no longer kept. Those that nobody paid for are free again.',
} as const;

/** The message for a user who is not older than the rating of a film. Section 2 fixes the wording. */
export function tooYoung(age: number | undefined): string {
  return `Sorry but you are not old enough${age === undefined ? '' : ` (${age})`} to watch this movie :)`;
}

/** The message when the balance is too low. Section 2 fixes the wording. */
export function notEnoughBalance(shortfall: number | undefined): string {
  return shortfall === undefined ? 'Not enough balance' : `Not enough balance (${formatRupiah(shortfall)})`;
}
