import * as v from 'valibot';

/** The code of every API error. */
export const errorCodes = [
  'invalid_request',
  'unauthenticated',
  'door_closed',
  'wrong_credentials',
  'wrong_password',
  'too_young',
  'movie_not_found',
  'ticket_not_found',
  'not_found',
  'method_not_allowed',
  'username_taken',
  'seat_taken',
  'seat_held',
  'seats_not_held',
  'hold_changed',
  'sales_ending',
  'balance_required',
  'not_enough_balance',
  'movie_changed',
  'showtime_closed',
  'ticket_expired',
  'ticket_used',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_conflict',
  'too_many_attempts',
  'too_many_holds',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The schemas of the details that an error response may have. Server and client share them. */
export const detailSchemas = {
  /** The error message of each invalid field. */
  fields: v.record(v.string(), v.string()),
  /** Years. */
  age: v.number(),
  ageRating: v.number(),
  /** Rupiah. */
  ticketPrice: v.number(),
  seatNumbers: v.array(v.number()),
  /** An ISO instant. */
  expiresAt: v.string(),
  balance: v.number(),
  total: v.number(),
  shortfall: v.number(),
  /** Seconds. */
  retryAfter: v.number(),
  /** The reason within the code, for programs: the broken rule, or the limit that was reached. */
  reason: v.string(),
};

/** The media type of every error response. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * The body of every error response (RFC 9457): a message for the user, a code for programs, and the details of that code.
 * A newer server may send a code that this version does not know.
 */
export const receivedProblemSchema = v.object({
  status: v.number(),
  code: v.string(),
  message: v.string(),
  ...v.partial(v.object(detailSchemas)).entries,
});

/** The body of every error response of this version. */
export const problemSchema = v.object({ ...receivedProblemSchema.entries, code: v.picklist(errorCodes) });

export type Problem = v.InferOutput<typeof problemSchema>;
