import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { POSTGRES_LIMITS, type PostgresLimits } from '../../src/server/db/openPostgres.ts';
import { writePulse } from '../../src/server/store/pulse.ts';
import { openLossyLine, type LossyLine } from './lossyLine.ts';
import { describeOnPostgres, type DatabaseLocation } from './onBothEngines.ts';
import { openCinema, REAL_COST, type Cinema, type CinemaOptions } from './openCinema.ts';
import { requestDocument, withDocuments } from './openDocuments.ts';
import { startOwnClock } from './ownClock.ts';
import { addPeople, addPerson, balanceOf, signIn, soldSeats, topUp, type Person } from './people.ts';
import { watchWaiting } from './watchWaiting.ts';

const WAIT = { timeout: 30_000, interval: 10 };
const LIMITS = { poolSize: 4, connect: 500, statement: 800, answer: 1000 };

/** A server that reaches its database over a network that can stop delivering data. */
async function openAtLine(
  { databaseUrl = '', connect }: DatabaseLocation,
  postgresLimits: Partial<PostgresLimits> = LIMITS,
  options: CinemaOptions = {},
) {
  const line = await openLossyLine(databaseUrl);
  const cinema = await openCinema(connect({ databaseUrl: line.url, postgresLimits }), options);
  onTestFinished(() => cinema.app.close());
  return { line, cinema };
}

/** Tops up for all people concurrently and returns the statuses. */
async function topUpAll(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const answers = await Promise.all(people.map((person) => topUp(cinema, person, 1000)));
  return answers.map(({ status }) => status);
}

/** Tops up until each person gets 200: on a busy machine, opening a connection can take longer than the short limits here. */
async function openConnections(cinema: Cinema, people: readonly Person[]): Promise<void> {
  await vi.waitUntil(async () => (await topUpAll(cinema, people)).every((status) => status === 200), WAIT);
}

/** Tops up for one person after another and returns the statuses. */
async function topUpInTurn(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const person of people) statuses.push(...(await topUpAll(cinema, [person])));
  return statuses;
}

/** Lets PostgreSQL refuse connections, and waits until the server knows that its own are lost. */
async function refuse(line: LossyLine, cinema: Cinema): Promise<void> {
  line.refuse();
  await vi.waitUntil(() => cinema.pool().idle === 0, WAIT);
}

/** Makes every connection of the pool read-only, as if the primary had become a standby. */
async function turnReadOnly({ db }: Cinema): Promise<void> {
  const turn = Array.from({ length: LIMITS.poolSize }, () =>
    db.connection().execute(async (connection) => {
      await sql`set session characteristics as transaction read only`.execute(connection);
      await sql`select pg_sleep(0.1)`.execute(connection);
    }),
  );
  await Promise.all(turn);
}

describeOnPostgres('reliability 43: a database network that stops delivering data', ({ location }) => {
  test('every pending request gets 503 within the limits, and the next requests succeed', async () => {
    const { line, cinema } = await openAtLine(await location());
    const people = await addPeople(cinema, 8);
    const all = (status: number) => people.map(() => status);
    await openConnections(cinema, people);
    line.fallSilent();
    using clock = startOwnClock();
    expect(await topUpAll(cinema, people)).toEqual(all(503));
    expect(clock.since(clock.start)).toBeLessThan(LIMITS.connect + LIMITS.answer + 500);
    expect(await topUpAll(cinema, people)).toEqual(all(200));
    expect(clock.since(clock.start)).toBeLessThan(LIMITS.connect + LIMITS.answer + 1500);
  });

  test('the server drops all idle connections after one timeout', async () => {
    const { line, cinema } = await openAtLine(await location());
    const people = await addPeople(cinema, 4);
    await openConnections(cinema, people);
    line.fallSilent();
    expect(await topUpInTurn(cinema, people)).toEqual([503, 200, 200, 200]);
  });

  test('with the default limits, two connection attempts and one query take less than 20 s', () => {
    const { connect, statement, answer, life } = POSTGRES_LIMITS;
    expect(2 * connect + answer).toBeLessThan(20_000);
    expect(answer).toBeGreaterThan(statement);
    expect(life).toBeLessThan(3600);
  });
});

describeOnPostgres('reliability 43: a request whose statements are slow', ({ location }) => {
  test('begins no further statement after its deadline, changes nothing, and may be sent again', async () => {
    const { connect, databaseUrl } = await location();
    const cinema = await openCinema(connect({ databaseUrl }), { deadline: 1000 });
    onTestFinished(() => cinema.app.close());
    const person = await addPerson(cinema);
    const send = () => topUp(cinema, person, 1000, { key: 'one' });
    const sent = await cinema.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
      const untilItWaits = await watchWaiting(cinema, transaction);
      const sentAt = performance.now();
      const answer = send();
      await untilItWaits();
      await vi.waitUntil(() => performance.now() - sentAt > 1000, WAIT);
      return { answer };
    });
    const { status, headers } = await sent.answer;
    expect([status, headers['retry-after'], await balanceOf(cinema, person)]).toEqual([503, '1', 0]);
    await vi.waitUntil(async () => (await send()).status === 200, WAIT);
    expect(await balanceOf(cinema, person)).toBe(1000);
  });
});

describeOnPostgres('reliability 72: PostgreSQL refuses connections', ({ location }) => {
  test('commands wait for its return and then succeed, and few connections are tried', async () => {
    const { line, cinema } = await openAtLine(await location(), { ...LIMITS, connect: 30_000 });
    const people = await addPeople(cinema, 60);
    const [first, ...others] = people;
    await refuse(line, cinema);
    const answers = [topUpAll(cinema, first ? [first] : [])];
    await vi.waitUntil(() => cinema.pool().waiting > 0, WAIT);
    answers.push(topUpAll(cinema, others));
    await wait(LIMITS.connect);
    const attempts = line.accept();
    expect((await Promise.all(answers)).flat()).toEqual(people.map(() => 200));
    // Pauses of 25, 50, 100 and 200 ms at least, and the first attempt.
    expect(attempts).toBeLessThanOrEqual(8);
  });

  test('sign-ins that already wait for their turn do not wait for the database one after another', async () => {
    const { line, cinema } = await openAtLine(await location(), { ...LIMITS, connect: 1000 }, REAL_COST);
    const people = await addPeople(cinema, 15, REAL_COST);
    const answers = people.map((person) => signIn(cinema, person));
    await Promise.race(answers);
    using clock = startOwnClock();
    await refuse(line, cinema);
    const refused = (await Promise.all(answers)).filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(clock.since(clock.start)).toBeLessThan(4000);
  });

  test('a command that has waited for the limit gets 503, and succeeds with the same key after the return', async () => {
    const { line, cinema } = await openAtLine(await location());
    const person = await addPerson(cinema);
    await refuse(line, cinema);
    const send = () => topUp(cinema, person, 1000, { key: 'one' });
    const sentAt = performance.now();
    const refused = await send();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(LIMITS.connect - 1);
    line.accept();
    await vi.waitUntil(async () => (await send()).status === 200, WAIT);
    expect((await send()).headers['idempotency-replayed']).toBe('true');
    expect(await balanceOf(cinema, person)).toBe(1000);
  });

  test('writes that got no connection make room for later ones', async () => {
    const { line, cinema } = await openAtLine(await location());
    await refuse(line, cinema);
    // More than may write at the same time. The first ones find out that PostgreSQL refuses connections.
    const writes = Array.from({ length: LIMITS.poolSize }, () => writePulse(cinema.db, { now: 0 }));
    expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(writes.map(() => 'rejected'));
    line.accept();
    await vi.waitUntil(async () => (await cinema.call('GET', 'health/ready')).status === 200, WAIT);
  });

  test('visitors read on about the films that the server knows, in pages and by the API', async () => {
    const { line, cinema } = await openAtLine(await location(), LIMITS, withDocuments());
    const read = async (path: string) => {
      const { statusCode, payload } = await requestDocument(cinema, path);
      return [statusCode, payload.includes('</h1>')];
    };
    const pages = ['/', '/movies', '/movie/The%20Kid'];
    const films = await cinema.call('GET', 'movie');
    for (const page of pages) await read(page);
    await refuse(line, cinema);
    expect((await cinema.call('GET', 'health/ready')).status).toBe(503);
    expect(await Promise.all(pages.map(read))).toEqual(pages.map(() => [200, true]));
    expect(await read('/movie/Unknown')).toEqual([503, true]);
    expect((await cinema.call('GET', 'movie')).body).toEqual(films.body);
    expect((await cinema.call('GET', 'movie/Nosferatu')).status).toBe(503);
    line.accept();
    await vi.waitUntil(async () => (await cinema.call('GET', 'movie/Nosferatu')).status === 200, WAIT);
    // A document is cached for a second.
    await vi.waitUntil(async () => (await read('/movie/Unknown'))[0] === 404, WAIT);
  });
});

describeOnPostgres('reliability 73: commands that wait in PostgreSQL', ({ location }) => {
  test('leave two connections to reads', async () => {
    const { connect, databaseUrl } = await location();
    const cinema = await openCinema(connect({ databaseUrl, postgresLimits: { poolSize: 4 } }));
    onTestFinished(() => cinema.app.close());
    const person = await addPerson(cinema);
    const { answers, seats } = await connect({ databaseUrl })
      .db.transaction()
      .execute(async (transaction) => {
        await transaction.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
        const sent = Array.from({ length: 6 }, () => topUp(cinema, person, 1000));
        await vi.waitUntil(() => cinema.pool().waiting === 4, WAIT);
        return { answers: sent, seats: await soldSeats(cinema) };
      });
    expect(seats).toMatchObject([{ seatNumbers: [] }]);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describeOnPostgres('reliability 44: a PostgreSQL server that is read-only or stopping', ({ open }) => {
  test('the server drops a read-only connection: one write gets 503, and the next one succeeds', async () => {
    const cinema = await open({ database: { postgresLimits: LIMITS } });
    const people = await addPeople(cinema, 4);
    await turnReadOnly(cinema);
    expect(await topUpInTurn(cinema, people)).toEqual([503, 200, 200, 200]);
  });

  test('the readiness check fails when the database is read-only', async () => {
    const cinema = await open({ database: { postgresLimits: LIMITS } });
    await turnReadOnly(cinema);
    const ready = async () => (await cinema.call('GET', 'health/ready')).status;
    expect([await ready(), await ready()]).toEqual([503, 200]);
  });

  test('the server does not reuse a connection that PostgreSQL closed', async () => {
    const cinema = await open({ database: { postgresLimits: { ...LIMITS, poolSize: 1 } } });
    const people = await addPeople(cinema, 2);
    const ended = cinema.db.connection().execute(async (connection) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection);
    });
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    expect(await topUpAll(cinema, people)).toEqual([200, 200]);
  });
});
