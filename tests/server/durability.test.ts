import { join } from 'node:path';
import { constants, DatabaseSync } from 'node:sqlite';
import { DatabaseError } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { isDatabaseUnavailable } from '../../src/server/db/databaseFailure.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { isSafeSqliteVersion, makeDurable, openSqliteFile } from '../../src/server/db/openSqliteFile.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { postgres } from '../programs/databases.ts';
import { openLossyLine } from './lossyLine.ts';
import { describeOnPostgres } from './onBothEngines.ts';
import { openCinema } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import { expectPersisted, startLoad } from './orders.ts';
import { addPeople, type Person } from './people.ts';
import { startPostgres } from './startPostgres.ts';
import { testFolder } from './testFolder.ts';

const BUYERS = 48;
const HALL = 64;

function open(path = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return database;
}

/** An error with a code of PostgreSQL. */
function inPostgres(code: string): DatabaseError {
  return Object.assign(new DatabaseError('refused', 0, 'error'), { code });
}

describe('reliability 32 and 33: the required database', () => {
  test('the server accepts SQLite from 3.51.3 on', () => {
    const safe = ['3.51.3', '3.52.0', '3.53.4', '4.0.0'];
    expect(['3.7.0', '3.51.2', ...safe].filter(isSafeSqliteVersion)).toEqual(safe);
  });

  test('the server does not start with a SQLite version that can corrupt its file', () => {
    const database = open();
    database.function('sqlite_version', () => '3.45.1');
    expect(() => makeDurable(database)).toThrow(
      'SQLite 3.45.1 can corrupt its file: run a Node that ships SQLite 3.51.3 or later',
    );
  });

  test('the server does not start on a database that does not sync every commit', () => {
    const database = open();
    database.exec('pragma synchronous = normal');
    database.setAuthorizer((_action, pragma, value) =>
      pragma === 'synchronous' && value !== null ? constants.SQLITE_IGNORE : constants.SQLITE_OK,
    );
    expect(() => makeDurable(database)).toThrow('The database does not sync every commit to disk');
  });

  test('every commit is synced to the disk before the response', () => {
    const database = openSqliteFile(join(testFolder(), 'file.sqlite'));
    onTestFinished(() => database.close());
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test('two processes that start on a new file wait for each other', () => {
    const path = join(testFolder(), 'file.sqlite');
    const other = open(path);
    other.exec('begin immediate');
    const database = open(path);
    let attempts = 0;
    database.setAuthorizer(() => {
      attempts += 1;
      if (attempts === 2) other.exec('commit');
      return constants.SQLITE_OK;
    });
    makeDurable(database);
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test.each([
    ['a full disk', Object.assign(new Error('database or disk is full'), { errcode: 13 }), true],
    ['a lock held too long', Object.assign(new Error('database is locked'), { errcode: 5 }), true],
    ['a write on an outdated snapshot', Object.assign(new Error('database is locked'), { errcode: 517 }), true],
    ['a violated constraint', Object.assign(new Error('UNIQUE constraint failed'), { errcode: 1555 }), false],
    ['a refused connection', Object.assign(new Error('no'), { syscall: 'connect', code: 'ECONNREFUSED' }), true],
    ['a statement that took too long', inPostgres('57014'), true],
    ['a lock that was not free in time', inPostgres('55P03'), true],
    ['too many connections', inPostgres('53300'), true],
    ['a server that stops', inPostgres('57P01'), true],
    ['a read-only server', inPostgres('25006'), true],
    ['a violated key', inPostgres('23505'), false],
    ['a faulty statement', inPostgres('42601'), false],
    ['a lost connection', new Error('Connection terminated unexpectedly'), true],
    ['a bug', new TypeError('x is not a function'), false],
    ['no error at all', 'text', false],
  ])('tells whether %s makes the database unavailable', (_name, error, unavailable) => {
    expect(isDatabaseUnavailable(error)).toBe(unavailable);
  });
});

describeOnPostgres('reliability 34: a connection lost during COMMIT', ({ location }) => {
  test('a retry with the same key gets the first outcome, and a retry without a key repeats the command', async () => {
    const where = await location();
    const line = await openLossyLine(where.databaseUrl ?? '');
    const cinema = await openCinema(where.connect({ databaseUrl: line.url, postgresLimits: { poolSize: 2 } }));
    const [ana, ben] = await addPeople(cinema, 2);
    const topUp = (person: Person | undefined, key?: string) =>
      cinema.call('POST', 'user/balance', { token: person?.token, body: { amount: 1000 }, ...(key && { key }) });
    for (const [person, key, balance] of [
      [ana, 'one', 1000],
      [ben, undefined, 2000],
    ] as const) {
      line.loseNextCommit();
      const lost = await topUp(person, key);
      expect([lost.status, lost.headers['retry-after']]).toEqual([503, '1']);
      expect(await topUp(person, key)).toMatchObject({ status: 200, body: { balance } });
    }
    expect(await auditBooks(cinema.db)).toEqual({ users: 2, entries: 3, tickets: 0, breaches: [] });
    await cinema.app.close();
  });
});

const folder = inject('postgresUrl') === '' ? undefined : postgres.find();
if (folder === undefined)
  process.stderr.write('Skipped: the restart of PostgreSQL, because no PostgreSQL can be started\n');
else describe('reliability 34: the database restarts', () => testLoss(folder));

function testLoss(binaries: string): void {
  test('a retry with the same key runs the command once, and the seat feeds continue', async () => {
    const postgres = await startPostgres(binaries);
    onTestFinished(() => postgres.stop());
    const database = openDatabase({ dataDirectory: '', databaseUrl: postgres.url, postgresLimits: { poolSize: 12 } });
    const cinema = await openCinema(database, { now: Date.now() });
    const [, date = ''] = offeredDates(Date.now(), cinema.zone);
    const feed = await openFeed(await cinema.app.listen({ port: 0 }), { date, time: SHOWTIMES[0] });
    let refused = 0;
    const buyers = await addPeople(cinema, BUYERS, { balance: 8_000_000 });
    const load = startLoad(buyers, async ({ person: { token }, key, path, body }) => {
      const answer = await cinema.call('POST', path, { token, key, body });
      if (answer.status < 300) return true;
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
      refused += 1;
      return false;
    });
    await load.acknowledgeMore(BUYERS);
    await postgres.restart();
    await load.acknowledgeMore(2 * HALL);
    await load.stop();
    expect(refused).toBeGreaterThan(0);
    await expectPersisted(cinema, load.acknowledged);
    expect((await cinema.call('GET', 'health/ready')).status).toBe(200);
    // The seat feed is open again and has sent all seats sold in between.
    while ((await feed.next()).length < HALL);
    await cinema.app.close();
    await database.db.destroy();
  });
}
