import type { DatabaseSync } from 'node:sqlite';
import type { PoolState } from './database.ts';
import { DatabaseBusy } from './databaseFailure.ts';
import { LOCK_PATIENCE, onceUnlocked } from './onceUnlocked.ts';

const LARGEST_GROUP = 64;
const LONGEST_QUEUE = 2000;

interface Member {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs the transactions of one SQLite connection one after another, each in a savepoint of a common transaction,
 * so that many share one COMMIT and one sync of the disk.
 */
export interface GroupCommit {
  /** Waits for its turn and for the file's lock, then opens a savepoint. Throws DatabaseBusy when too many wait. */
  enter(): Promise<void>;
  /** Releases the savepoint and passes the turn on. Resolves after COMMIT; rejects when the COMMIT fails. */
  leave(): Promise<void>;
  /** Rolls the savepoint back and passes the turn on. Takes the error that caused it. */
  abandon(reason: unknown): void;
  /** Waits for its turn, commits, then does work that cannot run in a transaction. */
  alone<Result>(work: () => Result): Promise<Result>;
  state(): PoolState;
}

/** Group commit on a connection that nothing else of this process writes with. */
export function createGroupCommit(database: DatabaseSync, patience: number = LOCK_PATIENCE): GroupCommit {
  const waiting: (() => void)[] = [];
  let members: Member[] = [];
  let busy = false;
  let commitDue = false;

  async function takeTurn(): Promise<void> {
    if (!busy) {
      busy = true;
      return;
    }
    if (waiting.length >= LONGEST_QUEUE) throw new DatabaseBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passTurn(): void {
    if (members.length >= LARGEST_GROUP) commit();
    const next = waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    busy = false;
    if (commitDue) return;
    commitDue = true;
    setImmediate(() => {
      commitDue = false;
      if (!busy) commit();
    });
  }

  function commit(): void {
    const told = members;
    members = [];
    if (!database.isOpen || !database.isTransaction) return;
    try {
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      for (const { reject } of told) reject(error);
      return;
    }
    for (const { resolve } of told) resolve();
  }

  /** A full disk makes SQLite roll the whole transaction back by itself, with all who had left their savepoint. */
  function lose(reason: unknown): void {
    const told = members;
    members = [];
    for (const { reject } of told) reject(reason);
  }

  return {
    async enter() {
      const arrived = performance.now();
      await takeTurn();
      try {
        if (!database.isTransaction) await onceUnlocked(() => database.exec('begin immediate'), patience, arrived);
        database.exec('savepoint request');
      } catch (error) {
        if (!database.isTransaction) lose(error);
        passTurn();
        throw error;
      }
    },

    leave() {
      try {
        database.exec('release request');
      } catch (error) {
        this.abandon(error);
        return Promise.reject(error);
      }
      const told = new Promise<void>((resolve, reject) => members.push({ resolve, reject }));
      passTurn();
      return told;
    },

    abandon(reason) {
      try {
        if (database.isTransaction) database.exec('rollback to request; release request');
      } catch {
        if (database.isTransaction) database.exec('rollback');
      }
      if (!database.isTransaction) lose(reason);
      passTurn();
    },

    async alone(work) {
      const arrived = performance.now();
      await takeTurn();
      try {
        commit();
        return await onceUnlocked(work, patience, arrived);
      } finally {
        passTurn();
      }
    },

    state: () => ({ busy: busy ? 1 : 0, idle: busy ? 0 : 1, waiting: waiting.length }),
  };
}
