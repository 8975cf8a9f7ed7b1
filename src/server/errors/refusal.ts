import { PROBLEM_STATUS, type Problem, type ProblemCode, type ProblemDetails } from '#contract/problem.ts';
import { sentences } from '#domain/sentences.ts';

const SENTENCES: Readonly<Record<ProblemCode, string>> = {
  invalid_request: 'The request cannot be understood',
  unauthenticated: sentences.sessionEnded,
  wrong_credentials: 'Wrong user name or password',
  wrong_password: 'Wrong password',
  too_young: 'Sorry but you are not old enough to watch this movie :)',
  movie_not_found: 'This movie is not on show',
  ticket_not_found: 'This ticket does not exist',
  not_found: 'There is nothing here',
  method_not_allowed: 'This cannot be done here',
  username_taken: 'This user name is already taken',
  seat_taken: 'A seat has just been taken',
  seats_not_held: 'You do not hold a ticket for these seats',
  not_enough_balance: 'Not enough balance',
  movie_changed: 'The price or age rating of this movie has changed',
  showtime_closed: 'Tickets for this showtime are no longer sold',
  ticket_expired: 'This showtime has begun, so the ticket cannot be cancelled',
  payload_too_large: 'The request is too large',
  unsupported_media_type: 'The request must be JSON',
  idempotency_conflict: 'This key was already used for something else',
  too_many_attempts: 'Too many attempts. Please wait a moment.',
  internal: 'Something went wrong. Please try again.',
  unavailable: 'The cinema is busy. Please try again in a moment.',
};

/** A request that is refused: the code for programs, a sentence for the person, details by code (section 7, Answers). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    {
      message = SENTENCES[code],
      details = {},
      headers = {},
    }: { message?: string; details?: ProblemDetails; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return PROBLEM_STATUS[this.code];
  }

  /** The body of the answer. */
  toProblem(): Problem {
    return { status: this.status, code: this.code, message: this.message, ...this.details };
  }
}

/** The refusal of one field, with the sentence that says why. */
export function refuseField(field: string, sentence: string): Refusal {
  return new Refusal('invalid_request', { message: sentence, details: { fields: { [field]: sentence } } });
}

/** The refusal of a request that may succeed in a moment. Takes seconds to wait. */
export function refuseForNow(seconds = 1): Refusal {
  return new Refusal('unavailable', { headers: { 'retry-after': String(seconds) } });
}

/** The refusal of one attempt too many. Takes seconds to wait. */
export function refuseAttempts(seconds: number): Refusal {
  return new Refusal('too_many_attempts', {
    message: `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    details: { retryAfter: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
