import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/server/db/openDatabase.ts';
import { postgres } from '../../programs/databases.ts';
import { describeOnPostgres } from '../onBothEngines.ts';
import { openCinema } from '../openCinema.ts';
import { addPeople, balanceOf, topUp } from '../people.ts';
import { countBackends, onPostgres } from '../postgresDatabases.ts';
import { startPostgres } from '../startPostgres.ts';

const WAIT = { timeout: 30_000, interval: 10 };
const LIMITS = { poolSize: 4, connect: 500, statement: 800, answer: 1000 };

describeOnPostgres('reliability 73: a standby that does not answer, for which commits wait', () => {
  test('commands get 503 and reads go on; few connections are lost to PostgreSQL, and nothing acknowledged', async () => {
    const server = await startPostgres(postgres.find() ?? '');
    onTestFinished(() => server.stop());
    const setStandbys = (names: string) =>
      onPostgres(server.url, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');
    const database = openDatabase({ dataDirectory: '', databaseUrl: server.url, postgresLimits: LIMITS });
    const cinema = await openCinema(database);
    onTestFinished(() => cinema.app.close());
    const people = await addPeople(cinema, 8);
    const send = async (round: number) => {
      const answers = await Promise.all(people.map((person) => topUp(cinema, person, 1000, { key: `${round}` })));
      return answers.map(({ status }) => status);
    };
    const read = async () =>
      (await cinema.call('GET', 'booked-seats/The%20Kid?showtimeDate=05%20Mar&showtimeTime=20.35')).status;
    await setStandbys('nobody');
    const before = await countBackends(server.url);
    for (let round = 1; round <= 5; round += 1) {
      const reads = new Set<number>();
      const answered = new AbortController();
      const sent = send(round).finally(() => answered.abort());
      while (!answered.signal.aborted) reads.add(await read());
      expect([round, await sent, [...reads]]).toEqual([round, people.map(() => 503), [200]]);
    }
    // Two commands write at the same time, and two connections are for reads.
    expect((await countBackends(server.url)) - before).toBeLessThanOrEqual(2 + LIMITS.poolSize);
    await setStandbys('');
    await vi.waitUntil(async () => (await send(1)).every((status) => status === 200), WAIT);
    for (const person of people) expect(await balanceOf(cinema, person)).toBe(1000);
  });
});
