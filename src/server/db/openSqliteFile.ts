import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors/operatorError.ts';
import { isLocked, LOCK_TIMEOUT_MILLISECONDS } from './retryWhileLocked.ts';

const SYNCHRONOUS_FULL = 2;

/**
 * Opens a SQLite file that keeps every commit through a power cut. From then on a lock of another process is never waited
 * for: see `retryWhileLocked`. Throws an OperatorError on a SQLite that may lose a commit.
 */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MILLISECONDS, enableForeignKeyConstraints: true });
  makeDurable(database);
  database.exec('pragma busy_timeout = 0');
  return database;
}

/** Opens a SQLite file a second time, to read what is committed while a transaction is open. Takes how long to wait for a lock. */
export function openSqliteReader(path: string, timeout: number = LOCK_TIMEOUT_MILLISECONDS): DatabaseSync {
  return new DatabaseSync(path, { timeout, readOnly: true });
}

/** Whether a SQLite version is free of the corruption that versions 3.7.0 to 3.51.2 can suffer in WAL mode. */
export function isSafeSqliteVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const number = major * 1_000_000 + minor * 1000 + patch;
  return number >= 3_051_003;
}

/** Makes a database sync every commit to the disk. Throws an OperatorError on one that does not, or whose SQLite may corrupt it (reliability 32). */
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

/** Keeps changes in a write-ahead log. Of two processes that switch a new file at once, SQLite refuses one without any waiting. */
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
