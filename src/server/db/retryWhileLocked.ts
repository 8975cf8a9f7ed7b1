import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 10;
const SQLITE_BUSY = 5;

/** Milliseconds to wait for another process to unlock the SQLite file. */
export const LOCK_TIMEOUT_MILLISECONDS = 5000;

/**
 * Retries `work` while another process locks the SQLite file, without blocking the event loop (reliability 52). Throws SQLite's
 * error when `timeoutMs` have passed since `arrivedAt`.
 */
export async function retryWhileLocked<Result>(
  work: () => Promise<Result>,
  timeoutMs: number,
  arrivedAt: number = performance.now(),
): Promise<Result> {
  for (;;) {
    const isLast = performance.now() - arrivedAt >= timeoutMs;
    try {
      return await work();
    } catch (error) {
      if (isLast || !isLocked(error)) throw error;
    }
    await wait(PAUSE_MILLISECONDS);
  }
}

/** Whether SQLite refused because another connection holds a lock on the file. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;
}
