import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 10;
const SQLITE_BUSY = 5;

/** How long work waits for another process to unlock the SQLite file, in milliseconds. */
export const LOCK_PATIENCE = 5000;

/**
 * Does work on a SQLite file, again and again while another process locks it, without blocking this one (reliability 52).
 * Throws what SQLite throws once `patience` milliseconds have passed since `began`.
 */
export function onceUnlocked<Result>(work: () => Result, patience: number, began?: number): Result | Promise<Result> {
  try {
    return work();
  } catch (error) {
    if (!isLocked(error)) throw error;
    return keepTrying(work, patience, began ?? performance.now());
  }
}

async function keepTrying<Result>(work: () => Result, patience: number, began: number): Promise<Result> {
  for (;;) {
    const isLast = performance.now() - began >= patience;
    if (!isLast) await wait(PAUSE_MILLISECONDS);
    try {
      return work();
    } catch (error) {
      if (isLast || !isLocked(error)) throw error;
    }
  }
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;
}
