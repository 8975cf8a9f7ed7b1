import type * as v from 'valibot';
import { messages } from '#domain/messages.ts';
import type { detailSchemas, ErrorCode } from './problem.ts';

type DetailName = keyof typeof detailSchemas;

interface ErrorEntry {
  readonly status: number;
  /** The message for the user, unless the server has a more specific one. */
  readonly message: string;
  /** The fields of the error response beside status, code and message. */
  readonly details?: readonly DetailName[];
}

/** HTTP status, message and details of every API error, by code (section 7, Answers). */
export const apiErrors = {
  invalid_request: { status: 400, message: 'The request is not valid', details: ['fields'] },
  unauthenticated: { status: 401, message: messages.sessionEnded },
  wrong_credentials: { status: 401, message: 'Wrong user name or password' },
  wrong_password: { status: 403, message: 'Wrong password' },
  too_young: {
    status: 403,
    message: 'Sorry but you are not old enough to watch this movie :)',
    details: ['age', 'ageRating'],
  },
  movie_not_found: { status: 404, message: 'This movie is not on show' },
  ticket_not_found: { status: 404, message: 'This ticket does not exist' },
  hold_not_found: { status: 404, message: 'You hold no seats' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here' },
  username_taken: { status: 409, message: 'This user name is already taken' },
  seat_taken: { status: 409, message: 'A seat has just been taken', details: ['seatNumbers'] },
  seat_held: {
    status: 409,
    message: 'Another visitor is buying one of these seats',
    details: ['seatNumbers', 'expiresAt'],
  },
  seats_not_held: { status: 409, message: 'You do not hold a ticket for these seats' },
  hold_changed: { status: 409, message: 'You hold other seats by now' },
  sales_ending: {
    status: 409,
    message: 'Sales for this showtime end in less than a minute. You can still buy free seats.',
  },
  balance_required: {
    status: 409,
    message: 'Seats are kept for you once your balance covers them. You can still buy free seats.',
    details: ['balance', 'total', 'shortfall'],
  },
  not_enough_balance: { status: 409, message: 'Not enough balance', details: ['balance', 'total', 'shortfall'] },
  movie_changed: {
    status: 409,
    message: 'The price or age rating of this movie has changed',
    details: ['ticketPrice', 'ageRating'],
  },
  showtime_closed: { status: 409, message: 'Tickets for this showtime are no longer on sale' },
  ticket_expired: { status: 409, message: 'This showtime has begun, so the ticket cannot be cancelled' },
  payload_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'The request must be JSON' },
  idempotency_conflict: { status: 422, message: 'This idempotency key was already used for another request' },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts. Please wait a moment.',
    details: ['retryAfter'],
  },
  too_many_holds: {
    status: 429,
    message: 'You cannot hold more seats at the moment. You can still buy free seats.',
    details: ['retryAfter'],
  },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
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
