import type { PoolState } from './database.ts';
import { DatabaseBusy } from './databaseFailure.ts';

const MAX_WAITING = 2000;

/** A lock that callers get one at a time, first come, first served. */
export interface Turns {
  /** Resolves when the caller has the turn. Throws DatabaseBusy when 2,000 already wait (reliability 39). */
  take(): Promise<void>;
  pass(): void;
  state(): PoolState;
}

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
      // setImmediate lets the event loop read requests and send responses between two turns.
      else setImmediate(next);
    },
    state: () => ({ busy: isTaken ? 1 : 0, idle: isTaken ? 0 : 1, waiting: waiting.length }),
  };
}
