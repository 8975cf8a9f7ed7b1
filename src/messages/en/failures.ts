import { ACCOUNT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import type { Failure } from '#domain/failure.ts';
import { formatRupiah } from '#domain/money.ts';
import { generalFailures } from './general.ts';
import { seatList } from './seats.ts';

/** The details of a failure from which its sentence is made. */
type Details = Omit<Partial<Failure>, 'code'>;

/** The sentence about each failure, by code: those of the API and those of the client. The API's `message` is the English sentence. */
export const failures = {
  ...generalFailures,
  invalid_request: 'The request is not valid',
  unauthenticated: 'Your session has ended. Please sign in again.',
  wrong_credentials: ({ reason }: Details) =>
    reason === 'ended_meanwhile'
      ? 'Every other device has just been signed out. Please sign in again.'
      : 'Wrong user name or password',
  wrong_password: 'Wrong password',
  too_young: ({ age }: Details) => tooYoung(age),
  movie_not_found: 'This movie is not on show',
  ticket_not_found: 'This ticket does not exist',
  hold_not_found: 'You hold no seats',
  not_found: 'There is nothing at this address',
  method_not_allowed: 'This method is not allowed here',
  username_taken: 'This user name is already taken',
  seat_taken: ({ seatNumbers = [] }: Details) =>
    seatNumbers.length === 0
      ? 'A seat has just been taken'
      : `${seatList(seatNumbers)} ${have(seatNumbers)} just been taken`,
  seat_held: ({ seatNumbers = [] }: Details) =>
    seatNumbers.length === 0
      ? 'Another visitor is buying one of these seats'
      : `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'is' : 'are'} being bought by another visitor`,
  seats_not_held: 'You do not hold a ticket for these seats',
  hold_changed: 'You hold other seats by now',
  sales_ending: 'Sales for this showtime end in less than a minute. You can still buy free seats.',
  balance_required: 'Seats are kept for you once your balance covers them. You can still buy free seats.',
  not_enough_balance: ({ shortfall }: Details) => notEnoughBalance(shortfall),
  movie_changed: 'The price or age rating of this movie has changed',
  showtime_closed: 'Tickets for this showtime are no longer on sale',
  ticket_expired: 'This showtime has begun, so the ticket cannot be cancelled',
  payload_too_large: 'The request is too large',
  unsupported_media_type: 'The request must be JSON',
  idempotency_conflict: 'This idempotency key was already used for another request',
  too_many_attempts: ({ retryAfter }: Details) =>
    retryAfter === undefined
      ? generalFailures.too_many_attempts
      : `Too many attempts. Please wait ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`} and try again.`,
  too_many_holds: (details: Details) => `${holdLimit(details)} You can still buy free seats.`,

  abandoned: 'You were signed out before your request was finished. Sign in to see the result.',
  outcome_unknown: 'We couldn’t confirm this. Check your tickets and balance before you try again.',
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

function holdLimit({ reason = '', seatNumbers = [] }: Details): string {
  return reason === 'seats'
    ? `${seatList(seatNumbers)} ${have(seatNumbers)} been held for too long.`
    : (LIMITS[reason] ?? 'You cannot hold more seats at the moment.');
}

function have(seatNumbers: readonly number[]): string {
  return seatNumbers.length === 1 ? 'has' : 'have';
}
