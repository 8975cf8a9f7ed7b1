import * as v from 'valibot';
import { messages } from '#domain/messages.ts';

/** The details of errors beyond their code, each with the schema that both ends parse it by. */
const detailSchemas = {
  /** The refused fields, each with a message. */
  fields: v.record(v.string(), v.string()),
  /** Years. */
  age: v.number(),
  ageRating: v.number(),
  /** Rupiah. */
  ticketPrice: v.number(),
  seatNumbers: v.array(v.number()),
  balance: v.number(),
  total: v.number(),
  shortfall: v.number(),
  /** Seconds. */
  retryAfter: v.number(),
};

type DetailName = keyof typeof detailSchemas;

interface ErrorEntry {
  readonly status: number;
  /** The sentence for the person where nothing more is known. */
  readonly message: string;
  /** The names of its details. */
  readonly details?: readonly DetailName[];
}

/** Every error of the API by its code: a program's name for what went wrong (section 7, Answers). */
export const apiErrors = {
  invalid_request: { status: 400, message: 'The request cannot be understood', details: ['fields'] },
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
  not_found: { status: 404, message: 'There is nothing here' },
  method_not_allowed: { status: 405, message: 'This cannot be done here' },
  username_taken: { status: 409, message: 'This user name is already taken' },
  seat_taken: { status: 409, message: 'A seat has just been taken', details: ['seatNumbers'] },
  seats_not_held: { status: 409, message: 'You do not hold a ticket for these seats' },
  not_enough_balance: { status: 409, message: 'Not enough balance', details: ['balance', 'total', 'shortfall'] },
  movie_changed: {
    status: 409,
    message: 'The price or age rating of this movie has changed',
    details: ['ticketPrice', 'ageRating'],
  },
  showtime_closed: { status: 409, message: 'Tickets for this showtime are no longer sold' },
  ticket_expired: { status: 409, message: 'This showtime has begun, so the ticket cannot be cancelled' },
  payload_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'The request must be JSON' },
  idempotency_conflict: { status: 422, message: 'This key was already used for something else' },
  too_many_attempts: {
    status: 429,
    message: 'Too many attempts. Please wait a moment.',
    details: ['retryAfter'],
  },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  unavailable: { status: 503, message: 'The cinema is busy. Please try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof apiErrors;

export const errorCodes = Object.keys(apiErrors).filter((code): code is ErrorCode => Object.hasOwn(apiErrors, code));

type DetailsIn<Entry> = Entry extends { readonly details: readonly (infer Name extends DetailName)[] } ? Name : never;

/** The details of an error of this code. */
export type ErrorDetails<Code extends ErrorCode> = {
  readonly [Name in DetailsIn<(typeof apiErrors)[Code]>]?: v.InferInput<(typeof detailSchemas)[Name]>;
};

/** The entry of a code. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return apiErrors[code];
}

/** The media type of every error answer. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The body of every error answer (RFC 9457): a message for the person, a code for programs, and what the code's details are. */
export const problemSchema = v.object({
  status: v.number(),
  code: v.picklist(errorCodes),
  message: v.string(),
  ...v.partial(v.object(detailSchemas)).entries,
});

export type Problem = v.InferOutput<typeof problemSchema>;
