import { messages } from './messages.ts';

/** Why a call failed: a sentence for the person, a code for programs, and what the code's details say (section 7). */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly seatNumbers: readonly number[];
}

/** Thrown by a call that does not succeed. */
export class CallFailed extends Error implements Failure {
  override readonly name = 'CallFailed';
  readonly code: string;
  readonly seatNumbers: readonly number[];

  constructor(
    failure: {
      code: string;
      message: string;
      seatNumbers?: readonly number[] | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
    this.code = failure.code;
    this.seatNumbers = failure.seatNumbers ?? [];
  }

  /** An error keeps its message out of JSON, but a document's snapshots tell why a call failed. */
  toJSON(): Failure {
    const { code, message, seatNumbers } = this;
    return { code, message, seatNumbers };
  }
}

/** The failure in whatever was thrown; anything unforeseen gets a sentence of its own, never a stack. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CallFailed) return thrown;
  return { code: 'unexpected', message: messages.unexpected, seatNumbers: [] };
}

/** Whether a status is a gateway's word for a server that did not respond: 502 to 504, or Cloudflare's 520 to 530. */
export function isGatewayError(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

const NO_ANSWER = new Set(['unreachable', 'unreadable', 'unavailable']);
const NO_WORD = new Set([...NO_ANSWER, 'unexpected', 'internal']);

/** Whether the server itself did not respond: no connection, a gateway error, or a body that is not the server's. */
export function isUnanswered({ code }: Failure): boolean {
  return NO_ANSWER.has(code);
}

/**
 * Whether a failed call may have been carried out all the same: its answer was lost, or says nothing of it.
 * After attempts without an answer, to be told to ask later says nothing of the first.
 */
export function isOutcomeUnknown({ code }: Failure, attempts = 0): boolean {
  return NO_WORD.has(code) || (attempts > 0 && code === 'too_many_attempts');
}

/** So many errors in answer to one question, and the cinema is asked no more: two minutes and a half after the first. */
export const MAXIMUM_ERRORS = 12;

/** Whether a failure is an answer, if one that says nothing: a cinema that cannot be reached has not been heard. */
export function isErrorAnswer({ code }: Failure): boolean {
  return code !== 'unreachable' && code !== 'unavailable';
}

const RETRY_DELAYS = [1000, 2000, 5000] as const;
const MAX_DELAY = 15_000;

/** Milliseconds until what was not answered is asked again, after so many attempts in vain: 1, 2, 5, then every 15 s. */
export function retryDelay(attempts: number): number {
  return RETRY_DELAYS[attempts - 1] ?? MAX_DELAY;
}
