import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { POSTGRES_LIMITS } from '../../src/server/db/openPostgres.ts';
import { openLossyLine } from './lossyLine.ts';
import { describeOnPostgres, type DatabaseLocation } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { startOwnClock } from './ownClock.ts';
import { addPeople, topUp, type Person } from './people.ts';

const LIMITS = { poolSize: 4, connect: 500, statement: 800, answer: 1000 };

/** A server that reaches its database over a network that can stop delivering data. */
async function openAtLine({ databaseUrl = '', connect }: DatabaseLocation) {
  const line = await openLossyLine(databaseUrl);
  const cinema = await openCinema(connect({ databaseUrl: line.url, postgresLimits: LIMITS }));
  onTestFinished(() => cinema.app.close());
  return { line, cinema };
}

/** Tops up for all people concurrently and returns the statuses. */
async function topUpAll(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const answers = await Promise.all(people.map((person) => topUp(cinema, person, 1000)));
  return answers.map(({ status }) => status);
}

/** Tops up for one person after another and returns the statuses. */
async function topUpInTurn(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const person of people) statuses.push(...(await topUpAll(cinema, [person])));
  return statuses;
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
    expect(await topUpAll(cinema, people)).toEqual(all(200));
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
    await topUpAll(cinema, people);
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
