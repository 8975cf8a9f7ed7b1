/** Why something failed: a code for programs, and the API's message or the details from which a view makes a sentence. */
export interface Failure {
  readonly code: string;
  readonly seatNumbers: readonly number[];
  /** The API's message, in the language of the API. Undefined if there is no response of the API. */
  readonly message?: string | undefined;
  /** The reason within the code: the broken rule of a request, or the limit that a hold reached. */
  readonly reason?: string | undefined;
  /** Seconds until the request may succeed. */
  readonly retryAfter?: number | undefined;
  /** The user's age in years, if it is too low. */
  readonly age?: number | undefined;
  /** Rupiah that the balance lacks. */
  readonly shortfall?: number | undefined;
}

/** The details of a failure, from which its sentence is made. */
export type FailureDetails = Omit<Partial<Failure>, 'code'>;

/** The error that every failed API call throws. Its message is the code. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;

  constructor(
    failure: Omit<Failure, 'seatNumbers'> & { readonly seatNumbers?: readonly number[] | undefined },
    options?: ErrorOptions,
  ) {
    super(failure.code, options);
    this.failure = { ...failure, seatNumbers: failure.seatNumbers ?? [] };
  }

  /** Recordings contain the failure instead of the error. */
  toJSON(): Failure {
    return this.failure;
  }
}

/** Converts any thrown value to a failure. The message and stack of an unexpected error are not shown. */
export function failureOf(thrown: unknown): Failure {
  return thrown instanceof CallFailed ? thrown.failure : failed('unexpected');
}

/** A failure without details. */
export function failed(code: string): Failure {
  return { code, seatNumbers: [] };
}

/** Gateway errors, where the proxy answered and the server did not: 502 to 504, and Cloudflare's 520 to 530. */
export function isGatewayError(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

const UNANSWERED = new Set(['unreachable', 'unreadable', 'unavailable']);
const UNKNOWN_OUTCOME = new Set([...UNANSWERED, 'unexpected', 'internal']);

/** Whether the server itself did not respond: no connection, a gateway error, or a body that is not the server's. */
export function isUnanswered({ code }: Failure): boolean {
  return UNANSWERED.has(code);
}

/**
 * Whether the server may have executed a failed call: the response was lost, or does not report the outcome.
 * A 429, the only response with `retryAfter`, does not show whether an earlier attempt of a repeated request succeeded.
 * @param attempts earlier attempts whose outcome is unknown
 */
export function isOutcomeUnknown({ code, retryAfter }: Failure, attempts = 0): boolean {
  return UNKNOWN_OUTCOME.has(code) || (attempts > 0 && retryAfter !== undefined);
}

/** A command gives up after this many error responses: with the delays of `retryDelay`, about two minutes after the first. */
export const MAXIMUM_ERRORS = 12;

/** Whether an error response of the server arrived, even an unreadable one. False when it is unreachable or unavailable. */
export function isErrorAnswer({ code }: Failure): boolean {
  return code !== 'unreachable' && code !== 'unavailable';
}

const RETRY_DELAYS = [1000, 2000, 5000] as const;
const MAX_DELAY = 15_000;

/** Milliseconds to wait before the next retry, after `attempts` failed attempts (at least 1): 1, 2, 5, then always 15 s. */
export function retryDelay(attempts: number): number {
  return RETRY_DELAYS[attempts - 1] ?? MAX_DELAY;
}
