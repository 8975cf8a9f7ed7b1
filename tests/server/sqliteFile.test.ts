import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { databaseFile } from '../../src/server/db/openDatabase.ts';
import { retryWhileLocked } from '../../src/server/db/retryWhileLocked.ts';
import { expectSoundBooks } from './books.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { startOwnClock } from './ownClock.ts';
import { addPeople, addPerson, isSignedIn, purchase, topUp } from './people.ts';

/** Holds the write lock of the file, as another program would, until `unlock`. */
function lockFile(dataDirectory: string): { unlock: () => void } {
  const foreign = new DatabaseSync(databaseFile(dataDirectory));
  onTestFinished(() => foreign.close());
  foreign.exec('begin immediate');
  return { unlock: () => foreign.exec('rollback') };
}

describeOnSqlite('reliability 52: a write lock that another program holds on the file', ({ test, open }) => {
  test('does not block reads, and pending writes succeed once it is released', async ({ cinema }) => {
    const people = await addPeople(cinema, 8);
    const lock = lockFile(cinema.dataDirectory);
    const writing = Promise.all(people.map((person) => topUp(cinema, person, 1000)));
    // One write waits for the lock, and the others wait for the connection.
    await vi.waitUntil(() => cinema.pool().waiting === people.length - 1);
    using clock = startOwnClock();
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      expect((await cinema.call('GET', 'health/live')).status).toBe(200);
      expect((await cinema.call('GET', 'movie')).status).toBe(200);
    }
    expect(clock.since(clock.start)).toBeLessThan(3000);
    expect(cinema.pool().waiting).toBe(people.length - 1);
    lock.unlock();
    expect((await writing).map(({ status }) => status)).toEqual(people.map(() => 200));
  });

  test('makes all pending writes fail together with 503 after the timeout, and later writes succeed', async () => {
    const cinema = await open({ database: { lockTimeoutMs: 200 } });
    const people = await addPeople(cinema, 20);
    const visitor = await addPerson(cinema);
    const lock = lockFile(cinema.dataDirectory);
    using clock = startOwnClock();
    const answers = await Promise.all(people.map((person) => topUp(cinema, person, 1000)));
    expect(clock.since(clock.start)).toBeLessThan(2000);
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      people.map(() => [503, '1']),
    );
    expect((await cinema.call('GET', 'health/ready')).status).toBe(503);
    lock.unlock();
    expect((await cinema.call('GET', 'health/ready')).status).toBe(200);
    expect((await topUp(cinema, visitor, 1000)).status).toBe(200);
  });
});

test.each([
  ['busy', 5],
  ['busy because another process recovers the file after a crash', 261],
  ['busy because another connection has written since the read', 517],
  ['busy for longer than its timeout', 773],
])('reliability 52: the server retries a statement when SQLite is %s', async (_, errcode) => {
  const busy = Object.assign(new Error('database is locked'), { errcode });
  const attempts = [() => Promise.reject(busy), async () => 'done'];
  expect(await retryWhileLocked(() => attempts.shift()?.() ?? Promise.reject(busy), 1000)).toBe('done');
});

describeOnSqlite('reliability 38: a database that is closed', ({ location }) => {
  test('first finishes the running transaction', async () => {
    const { connect } = await location();
    const database = connect();
    await migrate(database, 0);
    const [begun, closing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = database.db.transaction().execute(async (transaction) => {
      begun.resolve();
      await closing.promise;
      await transaction.insertInto('pulse').values({ id: 1, beaten_at: 7 }).execute();
    });
    await begun.promise;
    const closed = database.db.destroy();
    // The driver has begun to close the connections, unless it waits.
    await new Promise(setImmediate);
    closing.resolve();
    await Promise.all([writing, closed]);
    expect(await connect().db.selectFrom('pulse').select('beaten_at').execute()).toEqual([{ beaten_at: 7 }]);
  });
});

const pagesSchema = v.object({ rows: v.tuple([v.object({ page_count: v.number() })]) });

async function leavePages(cinema: Cinema, free: number): Promise<void> {
  const { rows } = v.parse(pagesSchema, await sql`pragma page_count`.execute(cinema.db));
  await sql.raw(`pragma max_page_count = ${rows[0].page_count + free}`).execute(cinema.db);
}

describeOnSqlite('reliability 33: a full disk', ({ test }) => {
  test('makes writes fail with 503, keeps reads working, and needs no restart afterwards', async ({ cinema }) => {
    const people = await addPeople(cinema, 64, { balance: 500_000 });
    const late = await addPerson(cinema, { balance: 500_000 });
    await leavePages(cinema, 2);
    const buyAll = () =>
      Promise.all(
        people.map((person, index) =>
          purchase(cinema, person, { seatNumbers: [index + 1] }, { key: `${person.id}-${'x'.repeat(200)}` }),
        ),
      );
    const answers = await buyAll();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectProblem(answer, 'unavailable');
      expect(answer.headers['retry-after']).toBe('1');
    }
    const stored = await cinema.db.selectFrom('tickets').select('id').execute();
    expect(stored).toHaveLength(answers.length - refused.length);
    expect(await isSignedIn(cinema, late)).toBe(true);
    await expectSoundBooks(cinema);

    await sql.raw('pragma max_page_count = 1000000').execute(cinema.db);
    expect((await buyAll()).map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(await cinema.db.selectFrom('tickets').select('id').execute()).toHaveLength(64);
    await expectApiError(cinema, 'seat_taken', () => purchase(cinema, late));
  });
});
