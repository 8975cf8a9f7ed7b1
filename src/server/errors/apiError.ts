import { errorEntry, type ErrorDetails } from '#contract/apiErrors.ts';
import type { ErrorCode, Problem } from '#contract/problem.ts';

interface ErrorOptions<Code extends ErrorCode> {
  /** The sentence for this person, where more is known than the entry's message. */
  readonly message?: string;
  readonly details?: ErrorDetails<Code>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is refused: the code for programs, a message for the person, details by code (section 7, Answers). */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, { message, details = {}, headers = {} }: ErrorOptions<Code> = {}) {
    super(message ?? errorEntry(code).message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errorEntry(this.code).status;
  }

  /** The body of the answer. */
  toProblem(): Problem {
    return { status: this.status, code: this.code, message: this.message, ...this.details };
  }
}

/** The error of one refused field, with the message that says why. */
export function refuseField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', { message, details: { fields: { [field]: message } } });
}

/** The error of a request that may succeed in a moment. Takes seconds to wait. */
export function refuseForNow(seconds = 1): ApiError {
  return new ApiError('unavailable', { headers: { 'retry-after': String(seconds) } });
}

/** The error of one attempt too many. Takes seconds to wait. */
export function refuseAttempts(seconds: number): ApiError {
  return new ApiError('too_many_attempts', {
    message: `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`,
    details: { retryAfter: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
