import { setTimeout as wait } from 'node:timers/promises';
import { CommitUnanswered, DatabaseBusy } from './databaseFailure.ts';
import { watchOutages } from './outage.ts';

/** How long a command waits while others are refused. If only the network was silent, the first check succeeds in this time. */
const PATIENCE_MILLISECONDS = 1000;

/** The commands that write to PostgreSQL at the same time. */
export interface Writers {
  /**
   * Resolves when the command may write. Throws DatabaseBusy after `milliseconds`, and CommitUnanswered while commits wait for a
   * standby that does not answer.
   */
  readonly enter: (milliseconds: number) => Promise<void>;
  readonly leave: () => void;
  /** Refuses further commands, after a write without an answer, until no commit waits any more. */
  readonly refuse: () => void;
  /** How many commands wait to enter. */
  readonly waiting: () => number;
  /** Checks no more. */
  readonly stop: () => void;
}

/**
 * Admits at most `places` commands at the same time, so that reads find a connection while all commits wait for a standby. When the
 * server gives up such a connection, PostgreSQL keeps it, because the commit is done on the primary and cannot be cancelled. So after a
 * write without an answer, no command begins until `checkCommits` resolves; otherwise PostgreSQL would run out of connections. It
 * rejects while a commit waits.
 */
export function admitWriters(places: number, checkCommits: () => Promise<void>): Writers {
  const standstill = watchOutages(checkCommits);
  const queue = new Set<() => void>();
  let free = places;

  async function takePlace(milliseconds: number): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise: turn, resolve } = Promise.withResolvers<void>();
    const patience = new AbortController();
    queue.add(resolve);
    const giveUp = wait(milliseconds, undefined, { signal: patience.signal }).then(() => {
      throw new DatabaseBusy();
    });
    try {
      await Promise.race([turn, giveUp]);
    } finally {
      queue.delete(resolve);
      giveUp.catch(() => undefined);
      patience.abort();
    }
  }

  function leave(): void {
    const [next] = queue;
    if (next === undefined) free += 1;
    else {
      queue.delete(next);
      next();
    }
  }

  return {
    async enter(milliseconds) {
      if (standstill.isOn()) await standstill.pass(Math.min(milliseconds, PATIENCE_MILLISECONDS));
      await takePlace(milliseconds);
      if (!standstill.isOn()) return;
      leave();
      throw new CommitUnanswered();
    },
    leave,
    refuse: () => standstill.begin(new CommitUnanswered()),
    waiting: () => queue.size + standstill.waiting(),
    stop: standstill.stop,
  };
}
