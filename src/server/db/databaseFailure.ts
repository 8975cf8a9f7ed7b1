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

/** Too many requests wait for the database already: it is better to come again than to join them (reliability 39). */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';

  constructor() {
    super('Too many requests wait for the database');
  }
}

/** Whether the same transaction may succeed when tried again: a serialization failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
}

/** Whether a row was refused by a key or a check. */
export function isConstraintBroken(error: unknown): boolean {
  if (error instanceof DatabaseError) return (error.code ?? '').startsWith(POSTGRES_CONSTRAINT);
  return error instanceof Error && 'errcode' in error && primaryCode(error.errcode) === SQLITE_CONSTRAINT;
}

/** Whether a connection is of no more use: broken, silent, or to a server that is stopping or may only be read (reliability 44). */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return POSTGRES_LOST.test(error.code ?? '');
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') return UNREACHABLE.has(error.code);
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return LOST_CONNECTION.test(error.message);
}

/** Whether the database is out of reach, busy or without room, rather than misused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy || isRetryable(error)) return true;
  if (error instanceof DatabaseError) return POSTGRES_UNAVAILABLE.test(error.code ?? '');
  if ('errcode' in error) return SQLITE_UNAVAILABLE.has(primaryCode(error.errcode));
  return isConnectionLost(error);
}

/** Whether PostgreSQL says that the role may not do this. */
export function isForbidden(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42501';
}

/** Whether a statement names a table that is not there. */
export function isTableMissing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '42P01';
  return error instanceof Error && error.message.startsWith('no such table');
}

/** SQLite's code without what it adds to it. */
function primaryCode(code: unknown): number {
  return typeof code === 'number' ? code & 0xff : 0;
}
