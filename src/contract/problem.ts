import * as v from 'valibot';

/** The code of every error of the API. A browser loads this file, not the statuses and messages of `apiErrors` (decision 7). */
export const errorCodes = [
  'invalid_request',
  'unauthenticated',
  'wrong_credentials',
  'wrong_password',
  'too_young',
  'movie_not_found',
  'ticket_not_found',
  'not_found',
  'method_not_allowed',
  'username_taken',
  'seat_taken',
  'seats_not_held',
  'not_enough_balance',
  'movie_changed',
  'showtime_closed',
  'ticket_expired',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_conflict',
  'too_many_attempts',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The details of errors beyond their code, each with the schema that both ends parse it by. */
export const detailSchemas = {
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
