import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseFile } from '../../src/server/db/openDatabase.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import { openCinema } from './openCinema.ts';
import { startOwnClock } from './ownClock.ts';
import { addPeople, addPerson, topUp } from './people.ts';

/** A program that holds the write lock of the file until told otherwise. */
function lockFile(dataDirectory: string): { unlock: () => void } {
  const foreign = new DatabaseSync(databaseFile(dataDirectory));
  onTestFinished(() => foreign.close());
  foreign.exec('begin immediate');
  return { unlock: () => foreign.exec('rollback') };
}

describeOnSqlite('reliability 52: a foreign lock on the file', ({ location }) => {
  test('blocks nobody who does not write, and who writes is served once it is gone', async () => {
    const { dataDirectory, connect } = await location();
    const cinema = await openCinema(connect());
    const people = await addPeople(cinema, 8);
    const lock = lockFile(dataDirectory);
    const writing = Promise.all(people.map((person) => topUp(cinema, person, 1000)));
    // One waits for the lock, the others behind it.
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

  test('that stays is answered with 503, by all who waited at the same time, and writing goes on after it', async () => {
    const { dataDirectory, connect } = await location();
    const cinema = await openCinema(connect({ lockTimeoutMs: 200 }));
    const people = await addPeople(cinema, 20);
    const visitor = await addPerson(cinema);
    const lock = lockFile(dataDirectory);
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
