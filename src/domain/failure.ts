import { sentences } from './sentences.ts';

/** Why a call failed: a sentence for the person, a code for programs, and what the code's details say (section 7). */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly seatNumbers: readonly number[];
  readonly balance: number | undefined;
}

/** What a call throws when it does not succeed. */
export class CallFailed extends Error implements Failure {
  override readonly name = 'CallFailed';
  readonly code: string;
  readonly seatNumbers: readonly number[];
  readonly balance: number | undefined;

  constructor(
    failure: {
      code: string;
      message: string;
      seatNumbers?: readonly number[] | undefined;
      balance?: number | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(failure.message, options);
    this.code = failure.code;
    this.seatNumbers = failure.seatNumbers ?? [];
    this.balance = failure.balance;
  }
}

/** The failure in whatever was thrown; anything unforeseen gets a sentence of its own, never a stack. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CallFailed) return thrown;
  return { code: 'unexpected', message: sentences.unexpected, seatNumbers: [], balance: undefined };
}

const OUTCOME_UNKNOWN = new Set(['unreachable', 'unreadable', 'unexpected', 'internal', 'unavailable']);

/** Whether a failed call may have been carried out all the same: its answer was lost, or says nothing of it. */
export function isOutcomeUnknown({ code }: Failure): boolean {
  return OUTCOME_UNKNOWN.has(code);
}
