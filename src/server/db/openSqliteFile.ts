import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';
import { isLocked, LOCK_TIMEOUT_MILLISECONDS } from './retryWhileLocked.ts';

const SYNCHRONOUS_FULL = 2;

/**
 * Opens a SQLite file so that every commit survives a power cut. Afterwards SQLite itself does not wait for the lock of another
 * process, which would block the event loop; `retryWhileLocked` waits instead. Throws an OperatorError when this SQLite could
 * lose a commit.
 */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MILLISECONDS, enableForeignKeyConstraints: true });
  makeDurable(database);
  database.exec('pragma busy_timeout = 0');
  return database;
}

/**
 * Opens a read-only connection to a SQLite file, which reads committed data while another connection has a transaction open.
 * @param timeout Milliseconds to wait for a lock.
 */
export function openSqliteReader(path: string, timeout: number = LOCK_TIMEOUT_MILLISECONDS): DatabaseSync {
  return new DatabaseSync(path, { timeout, readOnly: true });
}

/** Whether a SQLite version is free of the bug by which versions 3.7.0 to 3.51.2 can corrupt the file in WAL mode. */
export function isSafeSqliteVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const number = major * 1_000_000 + minor * 1000 + patch;
  return number >= 3_051_003;
}

/**
 * Makes SQLite sync every commit to disk. Throws an OperatorError when it does not, or when this version of SQLite can corrupt
 * the file (reliability 32).
 */
export function makeDurable(database: DatabaseSync): void {
  switchToWalMode(database);
  database.exec('pragma synchronous = full');
  const version = String(database.prepare('select sqlite_version() as version').get()?.['version']);
  if (!isSafeSqliteVersion(version)) {
    throw new OperatorError(`SQLite ${version} can corrupt its file: run a Node that ships SQLite 3.51.3 or later`);
  }
  const synchronous = database.prepare('pragma synchronous').get()?.['synchronous'];
  if (synchronous !== SYNCHRONOUS_FULL) throw new OperatorError('The database does not sync every commit to disk');
}

/**
 * Turns on the write-ahead log. Retries, because SQLite ignores its timeout here: when two processes switch a new file at the
 * same time, it refuses one of them at once.
 */
function switchToWalMode(database: DatabaseSync): void {
  const startedAt = performance.now();
  for (;;) {
    const isLast = performance.now() - startedAt >= LOCK_TIMEOUT_MILLISECONDS;
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (isLast || !isLocked(error)) throw error;
    }
  }
}
