import { ACCOUNT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import type { FailureDetails } from '#domain/failure.ts';
import { formatRupiah } from './money.ts';
import { generalFailures } from './general.ts';
import { seatList } from './seats.ts';

/** The sentences about failures that the hall of a showtime can show, by code. */
export const hallFailures = {
  ...generalFailures,
  unauthenticated: 'Your session has ended. Please sign in again.',
  too_young: ({ age }: FailureDetails) => tooYoung(age),
  seat_taken: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0
      ? 'A seat has just been taken'
      : `${seatList(seatNumbers)} ${have(seatNumbers)} just been taken`,
  seat_held: ({ seatNumbers = [] }: FailureDetails) =>
    seatNumbers.length === 0
      ? 'Another visitor is buying one of these seats'
      : `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'is' : 'are'} being bought by another visitor`,
  hold_changed: 'You hold other seats by now',
  sales_ending: 'Sales for this showtime end in less than a minute. You can still buy free seats.',
  balance_required: 'Top up your balance first, so that we can keep these seats for you.',
  not_enough_balance: ({ shortfall }: FailureDetails) => notEnoughBalance(shortfall),
  movie_changed: 'The price or age rating of this movie has changed',
  showtime_closed: 'Tickets for this showtime are no longer on sale',
  too_many_attempts: ({ retryAfter }: FailureDetails) =>
    retryAfter === undefined
      ? generalFailures.too_many_attempts
      : `Too many attempts. Please wait ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`} and try again.`,
  too_many_holds: (details: FailureDetails) => `${holdLimit(details)} You can still buy free seats.`,
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

const LIMITS: Readonly<Record<string, string>> = {
  account: `You have held seats for ${ACCOUNT_ALLOWANCE.allowed / 60_000} minutes without buying.`,
  sharing: `You have shared seats for ${SHARING_ALLOWANCE.allowed / 60_000} minutes without buying.`,
  network: 'Many seats of this showtime are held from your network.',
  shared: 'You are sharing seats with friends.',
};

function holdLimit({ reason = '', seatNumbers = [] }: FailureDetails): string {
  return reason === 'seats'
    ? `${seatList(seatNumbers)} ${have(seatNumbers)} been held for too long.`
    : (LIMITS[reason] ?? 'You cannot hold more seats at the moment.');
}

function have(seatNumbers: readonly number[]): string {
  return seatNumbers.length === 1 ? 'has' : 'have';
}
