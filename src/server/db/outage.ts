import { setTimeout as wait } from 'node:timers/promises';
import { CommitUnanswered, isConnectionLost, isPoolExhausted } from './databaseFailure.ts';

const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 500;

/** The time in which a database cannot be reached, or cannot be written. */
export interface Outage {
  /** Resolves when the outage is over. Rejects with the last failure after `milliseconds`. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Begins an outage after a failure, or throws the error if another attempt could not succeed later. */
  readonly begin: (error: unknown) => void;
  /** How many requests wait for the end of the outage. */
  readonly waiting: () => number;
  /** Whether the last attempt has failed. */
  readonly isOn: () => boolean;
  /** Tries no more. */
  readonly stop: () => void;
}

/**
 * Watches for outages. During one, a single loop makes attempts, however many requests wait: `attempt` runs after a pause of
 * 50 ms, doubled each time up to 500 ms, and changed at random by half, so that several servers do not try in the same moment.
 */
export function watchOutages(attempt: () => Promise<void>): Outage {
  let current: { readonly ended: Promise<void>; failure: unknown } | undefined;
  let waiting = 0;
  const stopping = new AbortController();

  async function retry(): Promise<void> {
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
      try {
        await wait(pause * (0.5 + Math.random()), undefined, { ref: false, signal: stopping.signal });
        await attempt();
        break;
      } catch (error) {
        // After any other error the waiting requests try themselves, and report it.
        if (!canPass(error)) break;
        if (current !== undefined) current.failure = error;
      }
    }
    current = undefined;
  }

  return {
    async pass(milliseconds) {
      if (current === undefined) return;
      const outage = current;
      const patience = new AbortController();
      waiting += 1;
      // This timer keeps a starting process alive.
      const giveUp = wait(milliseconds, undefined, { signal: patience.signal }).then(() => {
        throw outage.failure;
      });
      try {
        await Promise.race([outage.ended, giveUp]);
      } finally {
        waiting -= 1;
        giveUp.catch(() => undefined);
        patience.abort();
      }
    },
    begin(error) {
      if (!canPass(error)) throw error;
      current ??= { ended: retry(), failure: error };
    },
    waiting: () => waiting,
    isOn: () => current !== undefined,
    stop: () => stopping.abort(),
  };
}

/** Whether an error means that the database cannot be reached or written now. A full pool, or a full database, is no outage. */
function canPass(error: unknown): boolean {
  return error instanceof CommitUnanswered || (isConnectionLost(error) && !isPoolExhausted(error));
}
