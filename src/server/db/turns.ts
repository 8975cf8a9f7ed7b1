import type { PoolState } from './database.ts';
import { DatabaseBusy } from './databaseFailure.ts';

const MAX_WAITING = 2000;

/** Lets one at a time do something, in the order in which they came. */
export interface Turns {
  /** Resolves when it is one's turn. Throws DatabaseBusy when too many wait (reliability 39). */
  take(): Promise<void>;
  pass(): void;
  state(): PoolState;
}

/** Creates turns that nobody has taken. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  return {
    async take() {
      if (isTaken) {
        if (waiting.length >= MAX_WAITING) throw new DatabaseBusy();
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      isTaken = true;
    },
    pass() {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      // Between two turns requests are read and answers sent.
      else setImmediate(next);
    },
    state: () => ({ busy: isTaken ? 1 : 0, idle: isTaken ? 0 : 1, waiting: waiting.length }),
  };
}
