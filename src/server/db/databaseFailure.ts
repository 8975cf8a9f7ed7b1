import { DatabaseError } from 'pg';

const RETRYABLE = new Set(['40001', '40P01']);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
const POSTGRES_UNAVAILABLE = /^(?:08|53|57P|57014|58|25006|25P03|55P03)/;
const POSTGRES_LOST = /^(?:08|57P0[1-3]|25006|25P03)/;
const POSTGRES_CONSTRAINT = '23';
const SQLITE_CONSTRAINT = 19;
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);
const LOST_CONNECTION =
  /connection (?:terminated|error|timeout|has been discarded)|timeout exceeded when trying to connect|query read timeout|not queryable/i;

/** Too many requests already wait for the database. The client should retry later (reliability 39). */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor() {
    super('Too many requests wait for the database');
  }
}

/** A commit waits for a standby that does not answer. Further commands would wait as well. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered';

  constructor() {
    super('Commits wait for a standby that does not answer');
  }
}

/** Thrown inside a transaction when another one has just changed the rows that this one read first. The transaction runs again. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Whether the same transaction may succeed on a retry: PostgreSQL reported a serialization failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
}

/** Whether a row violated a key or a check constraint. */
export function isConstraintBroken(error: unknown): boolean {
  if (error instanceof DatabaseError) return (error.code ?? '').startsWith(POSTGRES_CONSTRAINT);
  return error instanceof Error && 'errcode' in error && primaryCode(error.errcode) === SQLITE_CONSTRAINT;
}

/** Whether a connection is unusable: broken, silent, or to a server that is stopping or read-only (reliability 44). */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return POSTGRES_LOST.test(error.code ?? '');
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') return UNREACHABLE.has(error.code);
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return LOST_CONNECTION.test(error.message);
}

/** Whether a statement got no answer in time. Its connection is lost, but PostgreSQL may still be carrying it out. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether no connection of the pool became free in time, in contrast to a connection that could not be opened. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Whether the database is unreachable, busy, read-only or full, in contrast to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy || error instanceof CommitUnanswered || isRetryable(error)) return true;
  if (error instanceof DatabaseError) return POSTGRES_UNAVAILABLE.test(error.code ?? '');
  if ('errcode' in error) return SQLITE_UNAVAILABLE.has(primaryCode(error.errcode));
  return isConnectionLost(error);
}

/** Whether PostgreSQL refused a statement because the role lacks a privilege. */
export function isForbidden(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42501';
}

/** Whether a statement waited for a lock for longer than PostgreSQL's `lock_timeout`. */
export function isLockTimedOut(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/** Whether a statement failed because a table does not exist. */
export function isTableMissing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '42P01';
  return error instanceof Error && error.message.startsWith('no such table');
}

/** SQLite's primary result code: the low byte of an extended code. */
function primaryCode(code: unknown): number {
  return typeof code === 'number' ? code & 0xff : 0;
}
