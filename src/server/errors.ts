import { apiMessage, errorEntry, type ErrorDetails } from '#contract/apiErrors.ts';
import type { ErrorCode, Problem } from '#contract/problem.ts';
import { ruleSentence } from '#contract/refusalSentence.ts';
import type { Rule } from '#domain/rules.ts';

interface ErrorOptions<Code extends ErrorCode> {
  /** A more specific message than the sentence about code and details. */
  readonly message?: string;
  /** `retryAfter`, in seconds, is also sent as the header Retry-After. */
  readonly details?: ErrorDetails<Code>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a request with a code for programs, a message for the user, and details that depend on the code (section 7, Answers). */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, { message, details = {}, headers = {} }: ErrorOptions<Code> = {}) {
    super(message ?? apiMessage(code, details));
    this.code = code;
    this.details = details;
    this.headers = 'retryAfter' in details ? { 'retry-after': String(details.retryAfter), ...headers } : headers;
  }

  /** The same error for a request that is repeated with its idempotency key. */
  static replaying({ code, message, status: _, ...details }: Problem): ApiError {
    return new ApiError(code, { message, details, headers: { 'idempotency-replayed': 'true' } });
  }

  get status(): number {
    return errorEntry(this.code).status;
  }

  /** The body of the response. */
  toProblem(): Problem {
    return { status: this.status, code: this.code, message: this.message, ...this.details };
  }
}

/** The error for a field that breaks a rule. */
export function refuseRule(field: string, rule: Rule): ApiError {
  return new ApiError('invalid_request', { details: { fields: { [field]: ruleSentence(rule) ?? '' }, reason: rule } });
}

/** The error for one field of a request that no form of ours sends. */
export function refuseField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', { message, details: { fields: { [field]: message } } });
}

/** The error for a request that may succeed after some seconds. */
export function refuseForNow(seconds = 1): ApiError {
  return new ApiError('unavailable', { headers: { 'retry-after': String(seconds) } });
}

/** The error for too many attempts. The client may retry after some seconds. */
export function refuseAttempts(seconds: number): ApiError {
  return new ApiError('too_many_attempts', { details: { retryAfter: seconds } });
}

/** The limits on holds: of an account or its shared seats, of a network, of seats, and that a user shares only once at a time. */
type HoldLimit = 'account' | 'sharing' | 'network' | 'seats' | 'shared';

/** The error for holds beyond a limit of time or number. The client may retry after `milliseconds`, rounded up to whole seconds. */
export function refuseHolds(milliseconds: number, reason: HoldLimit, seatNumbers?: number[]): ApiError {
  return new ApiError('too_many_holds', {
    details: { retryAfter: Math.ceil(milliseconds / 1000), reason, ...(seatNumbers && { seatNumbers }) },
  });
}

/** An error that the operator can fix, such as a wrong environment variable. The message is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
