import { describe, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../../src/server/db/databaseFailure.ts';
import { isSafeSqliteVersion } from '../../src/server/db/openSqliteFile.ts';

describe('reliability 32 and 33: what the database must be', () => {
  test.each([
    ['3.7.0', false],
    ['3.51.2', false],
    ['3.51.3', true],
    ['3.52.0', true],
    ['3.53.4', true],
    ['4.0.0', true],
  ])('SQLite %s may be used: %j', (version, safe) => {
    expect(isSafeSqliteVersion(version)).toBe(safe);
  });

  test.each([
    ['a full disk', Object.assign(new Error('database or disk is full'), { errcode: 13 }), true],
    ['a lock held for long', Object.assign(new Error('database is locked'), { errcode: 5 }), true],
    ['a lasting lock of a snapshot', Object.assign(new Error('database is locked'), { errcode: 517 }), true],
    ['a broken rule', Object.assign(new Error('UNIQUE constraint failed'), { errcode: 1555 }), false],
    ['a refused connection', Object.assign(new Error('no'), { syscall: 'connect', code: 'ECONNREFUSED' }), true],
    ['a lost connection', new Error('Connection terminated unexpectedly'), true],
    ['a bug', new TypeError('x is not a function'), false],
    ['no error at all', 'text', false],
  ])('%s makes the database unavailable: %3$j', (_name, error, unavailable) => {
    expect(isDatabaseUnavailable(error)).toBe(unavailable);
  });
});
