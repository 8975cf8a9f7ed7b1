import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { auditBooks } from '../../src/server/store/auditBooks.ts';
import { openCinema } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import { addPeople, booking } from './people.ts';
import { findPostgresBinaries } from './postgresBinaries.ts';
import { startPostgres, type PostgresServer } from './startPostgres.ts';

const BUYERS = 48;

describe.skipIf(inject('postgresUrl') === '')('reliability 34: the database goes away and comes back', () => {
  let server: PostgresServer | undefined;

  beforeAll(async () => {
    const binaries = await findPostgresBinaries();
    if (binaries !== undefined) server = await startPostgres(binaries);
  });

  afterAll(async () => {
    await server?.stop();
  });

  test('whoever asks again with the same key finds the outcome, done once', async (context) => {
    if (server === undefined) return context.skip('no PostgreSQL of its own can be started');
    const postgres = server;
    const database = openDatabase({ dataDirectory: '', databaseUrl: postgres.url, poolSize: 12 });
    const cinema = await openCinema(database);
    const buyers = await addPeople(cinema, BUYERS, { balance: 500_000 });
    let done = 0;
    let refused = 0;
    let restarting: Promise<void> | undefined;

    const insist = async (path: string, token: string, key: string, body: object) => {
      for (;;) {
        const answer = await cinema.call('POST', path, { token, key, body });
        if (answer.status < 300) break;
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
        refused += 1;
      }
      done += 1;
      if (done === BUYERS) restarting = postgres.restart();
    };

    await Promise.all(
      buyers.map(async ({ token }, index) => {
        for (let count = 0; count < 4; count += 1) {
          await insist('user/balance', token, `top-up-${count}`, { amount: 1000 });
        }
        await insist('user/tickets', token, 'buy', booking({ seatNumbers: [index + 1] }));
      }),
    );
    await restarting;
    expect(refused).toBeGreaterThan(0);
    expect(await auditBooks(cinema.db)).toEqual({
      users: BUYERS,
      entries: BUYERS * 6,
      tickets: BUYERS,
      breaches: [],
    });
    expect((await cinema.call('GET', 'health/ready')).status).toBe(200);
    await cinema.app.close();
    await database.db.destroy();
    return undefined;
  });

  test('live seats are heard again, and what was sold meanwhile is told', async (context) => {
    if (server === undefined) return context.skip('no PostgreSQL of its own can be started');
    const database = openDatabase({ dataDirectory: '', databaseUrl: server.url, poolSize: 4 });
    const cinema = await openCinema(database);
    const [ana] = await addPeople(cinema, 1, { balance: 500_000 });
    const url = await cinema.app.listen({ port: 0 });
    const feed = await openFeed(url, { date: '06 Mar' });
    expect(await feed.next()).toEqual([]);
    await server.restart();
    const insist = async (seatNumbers: number[]) => {
      const body = booking({ showtimeDate: '06 Mar', seatNumbers });
      const answer = await cinema.call('POST', 'user/tickets', { token: ana?.token, key: seatNumbers.join(), body });
      return answer.status === 201;
    };
    await vi.waitUntil(() => insist([7]), { timeout: 10_000 });
    expect(await feed.next()).toEqual([7]);
    expect(await insist([8])).toBe(true);
    expect(await feed.next()).toEqual([7, 8]);
    feed.close();
    await cinema.app.close();
    await database.db.destroy();
    return undefined;
  });
});
