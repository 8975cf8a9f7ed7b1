import * as v from 'valibot';

/** Every error code of the API and the HTTP status it is answered with. */
export const PROBLEM_STATUS = {
  invalid_request: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  wrong_password: 403,
  too_young: 403,
  movie_not_found: 404,
  ticket_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  seat_taken: 409,
  seats_not_held: 409,
  not_enough_balance: 409,
  movie_changed: 409,
  showtime_closed: 409,
  ticket_expired: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** A program's name for what went wrong. */
export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** The media type of every error answer. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

const problemDetailsEntries = {
  fields: v.optional(v.record(v.string(), v.string())),
  age: v.optional(v.number()),
  ageRating: v.optional(v.number()),
  ticketPrice: v.optional(v.number()),
  seatNumbers: v.optional(v.array(v.number())),
  balance: v.optional(v.number()),
  total: v.optional(v.number()),
  shortfall: v.optional(v.number()),
  retryAfter: v.optional(v.number()),
};

/** The body of every error answer: a sentence for the person, a code for programs. */
export const problemSchema = v.object({
  status: v.number(),
  code: v.picklist(problemCodes()),
  message: v.string(),
  ...problemDetailsEntries,
});

export type Problem = v.InferOutput<typeof problemSchema>;

/** What a problem says beyond its code; which of them depends on the code. */
export type ProblemDetails = Omit<Problem, 'status' | 'code' | 'message'>;

function problemCodes(): ProblemCode[] {
  return Object.keys(PROBLEM_STATUS).filter((code): code is ProblemCode => code in PROBLEM_STATUS);
}
