import type * as v from 'valibot';
import type { FailureDetails } from '#domain/failure.ts';
import { ACCOUNT_ALLOWANCE, SHARING_ALLOWANCE } from '#domain/holdTime.ts';
import { failures } from '#messages/failures.ts';
import { notEnoughBalance, tooYoung } from '#messages/hallFailures.ts';
import { seatList } from '#messages/seats.ts';
import type { detailSchemas, ErrorCode } from './problem.ts';
import { ruleSentence } from './refusalSentence.ts';

type DetailName = keyof typeof detailSchemas;

interface ErrorEntry {
  readonly status: number;
  readonly message: string | ((details: FailureDetails) => string);
  /** The fields of the error response beside status, code and message. */
  readonly details?: readonly DetailName[];
}

const BUY_FREE_SEATS = 'You can still buy free seats.';

/** HTTP status, English message and details of every API error, by code (section 7, Answers). */
export const apiErrors = {
  invalid_request: {
    status: 400,
    message: ({ reason }) => ruleSentence(reason) ?? 'The request is not valid',
    details: ['fields', 'reason'],
  },
  unauthenticated: { status: 401, message: failures.unauthenticated },
  door_closed: { status: 401, message: 'This door is closed. Open it again with a new link.' },
  wrong_credentials: {
    status: 401,
    message: ({ reason }) =>
      reason === 'ended_meanwhile'
        ? 'Every other device has just been signed out. Please sign in again.'
        : 'Wrong user name or password',
    details: ['reason'],
  },
  wrong_password: { status: 403, message: 'Wrong password' },
  too_young: { status: 403, message: ({ age }) => tooYoung(age), details: ['age', 'ageRating'] },
  movie_not_found: { status: 404, message: 'This movie is not on show' },
  ticket_not_found: { status: 404, message: 'This ticket does not exist' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here' },
  username_taken: { status: 409, message: 'This user name is already taken' },
  seat_taken: { status: 409, message: failures.seat_taken, details: ['seatNumbers'] },
  seat_held: { status: 409, message: failures.seat_held, details: ['seatNumbers', 'expiresAt'] },
  seats_not_held: { status: 409, message: 'You do not hold a ticket for these seats' },
  hold_changed: { status: 409, message: 'You hold other seats by now' },
  sales_ending: {
    status: 409,
    message: `Sales for this showtime end in less than a minute. ${BUY_FREE_SEATS}`,
  },
  balance_required: {
    status: 409,
    message: 'Top up your balance first, so that we can keep these seats for you.',
    details: ['balance', 'total', 'shortfall'],
  },
  not_enough_balance: {
    status: 409,
    message: ({ shortfall }) => notEnoughBalance(shortfall),
    details: ['balance', 'total', 'shortfall'],
  },
  movie_changed: {
    status: 409,
    message: 'The price or age rating of this movie has changed',
    details: ['ticketPrice', 'ageRating'],
  },
  showtime_closed: { status: 409, message: 'Tickets for this showtime are no longer on sale' },
  ticket_expired: { status: 409, message: 'This showtime has begun, so the ticket cannot be cancelled' },
  ticket_used: { status: 409, message: 'This ticket has been used, so it cannot be cancelled' },
  payload_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'The request must be JSON' },
  idempotency_conflict: { status: 422, message: 'This idempotency key was already used for another request' },
  too_many_attempts: {
    status: 429,
    message: ({ retryAfter }) =>
      retryAfter === undefined
        ? 'Too many attempts. Please wait a moment.'
        : `Too many attempts. Please wait ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`} and try again.`,
    details: ['retryAfter'],
  },
  too_many_holds: {
    status: 429,
    message: (details) => `${holdLimit(details)} ${BUY_FREE_SEATS}`,
    details: ['retryAfter', 'reason', 'seatNumbers'],
  },
  internal: { status: 500, message: failures.unexpected },
  unavailable: { status: 503, message: 'The cinema is busy. Please try again in a moment.' },
} as const satisfies Record<ErrorCode, ErrorEntry>;

type DetailsIn<Entry> = Entry extends { readonly details: readonly (infer Name extends DetailName)[] } ? Name : never;

/** The details that an error with this code may have. */
export type ErrorDetails<Code extends ErrorCode> = {
  readonly [Name in DetailName & DetailsIn<(typeof apiErrors)[Code]>]?:
    | v.InferInput<(typeof detailSchemas)[Name]>
    | undefined;
};

/** The entry of an error code, with the general type instead of the literal one. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return apiErrors[code];
}

/** The message of an error in English, the language of the API. */
export function apiMessage(code: ErrorCode, details: FailureDetails = {}): string {
  const { message } = errorEntry(code);
  return typeof message === 'string' ? message : message(details);
}

const LIMITS: Readonly<Record<string, string>> = {
  account: `You have held seats for ${ACCOUNT_ALLOWANCE.allowed / 60_000} minutes without buying.`,
  sharing: `You have shared seats for ${SHARING_ALLOWANCE.allowed / 60_000} minutes without buying.`,
  network: 'Many seats of this showtime are held from your network.',
  shared: 'You are sharing seats with friends.',
};

function holdLimit({ reason = '', seatNumbers = [] }: FailureDetails): string {
  return reason === 'seats'
    ? `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'has' : 'have'} been held for too long.`
    : (LIMITS[reason] ?? 'You cannot hold more seats at the moment.');
}
