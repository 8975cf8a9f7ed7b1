import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { POSTGRES_LIMITS } from '../../src/server/db/openPostgres.ts';
import { openLossyLine } from './lossyLine.ts';
import { describeOnPostgres, type DatabaseLocation } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { startOwnClock } from './ownClock.ts';
import { addPeople, topUp, type Person } from './people.ts';

const LIMITS = { poolSize: 4, connect: 500, statement: 800, answer: 1000 };

/** A cinema whose database lies over a network that can fall silent. */
async function openAtLine({ databaseUrl = '', connect }: DatabaseLocation) {
  const line = await openLossyLine(databaseUrl);
  const cinema = await openCinema(connect({ databaseUrl: line.url, postgresLimits: LIMITS }));
  onTestFinished(() => cinema.app.close());
  return { line, cinema };
}

/** Tops up for each person at once; gives the statuses. */
async function topUpAll(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const answers = await Promise.all(people.map((person) => topUp(cinema, person, 1000)));
  return answers.map(({ status }) => status);
}

/** The same, one after another. */
async function topUpInTurn(cinema: Cinema, people: readonly Person[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const person of people) statuses.push(...(await topUpAll(cinema, [person])));
  return statuses;
}

/** Lets the server of every connection of the pool turn read-only, as a primary does that was made a standby. */
async function turnReadOnly({ db }: Cinema): Promise<void> {
  const turn = Array.from({ length: LIMITS.poolSize }, () =>
    db.connection().execute(async (connection) => {
      await sql`set session characteristics as transaction read only`.execute(connection);
      await sql`select pg_sleep(0.1)`.execute(connection);
    }),
  );
  await Promise.all(turn);
}

describeOnPostgres('reliability 43: a network that falls silent', ({ location }) => {
  test('every call is answered within its limits, then the next ones are served', async () => {
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

  test('one call that is not answered is enough: no idle connection of that time is tried again', async () => {
    const { line, cinema } = await openAtLine(await location());
    const people = await addPeople(cinema, 4);
    await topUpAll(cinema, people);
    line.fallSilent();
    expect(await topUpInTurn(cinema, people)).toEqual([503, 200, 200, 200]);
  });

  test('the limits of the product are less than 20 s for a session and a transaction, each with its connection', () => {
    const { connect, statement, answer, life } = POSTGRES_LIMITS;
    expect(2 * connect + answer).toBeLessThan(20_000);
    expect(answer).toBeGreaterThan(statement);
    expect(life).toBeLessThan(3600);
  });
});

describeOnPostgres('reliability 44: a server that may only be read, or is stopping', ({ open }) => {
  test('a connection to it is not used again: one write is refused, the next finds the one that can write', async () => {
    const cinema = await open({ database: { postgresLimits: LIMITS } });
    const people = await addPeople(cinema, 4);
    await turnReadOnly(cinema);
    expect(await topUpInTurn(cinema, people)).toEqual([503, 200, 200, 200]);
  });

  test('readiness proves that it can write', async () => {
    const cinema = await open({ database: { postgresLimits: LIMITS } });
    await turnReadOnly(cinema);
    const ready = async () => (await cinema.call('GET', 'health/ready')).status;
    expect([await ready(), await ready()]).toEqual([503, 200]);
  });

  test('a connection that PostgreSQL ended is not used again', async () => {
    const cinema = await open({ database: { postgresLimits: { ...LIMITS, poolSize: 1 } } });
    const people = await addPeople(cinema, 2);
    const ended = cinema.db.connection().execute(async (connection) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection);
    });
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    expect(await topUpAll(cinema, people)).toEqual([200, 200]);
  });
});
