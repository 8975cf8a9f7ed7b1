import type * as v from 'valibot';
import type { detailSchemas, ErrorCode } from './problem.ts';

type DetailName = keyof typeof detailSchemas;

interface ErrorEntry {
  readonly status: number;
  /** The fields of the error response beside status, code and message. */
  readonly details?: readonly DetailName[];
}

/** HTTP status and details of every API error, by code (section 7, Answers). */
export const apiErrors = {
  invalid_request: { status: 400, details: ['fields', 'reason'] },
  unauthenticated: { status: 401 },
  wrong_credentials: { status: 401, details: ['reason'] },
  wrong_password: { status: 403 },
  too_young: { status: 403, details: ['age', 'ageRating'] },
  movie_not_found: { status: 404 },
  ticket_not_found: { status: 404 },
  hold_not_found: { status: 404 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  username_taken: { status: 409 },
  seat_taken: { status: 409, details: ['seatNumbers'] },
  seat_held: { status: 409, details: ['seatNumbers', 'expiresAt'] },
  seats_not_held: { status: 409 },
  hold_changed: { status: 409 },
  sales_ending: { status: 409 },
  balance_required: { status: 409, details: ['balance', 'total', 'shortfall'] },
  not_enough_balance: { status: 409, details: ['balance', 'total', 'shortfall'] },
  movie_changed: { status: 409, details: ['ticketPrice', 'ageRating'] },
  showtime_closed: { status: 409 },
  ticket_expired: { status: 409 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  idempotency_conflict: { status: 422 },
  too_many_attempts: { status: 429, details: ['retryAfter'] },
  too_many_holds: { status: 429, details: ['retryAfter', 'reason', 'seatNumbers'] },
  internal: { status: 500 },
  unavailable: { status: 503 },
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
