import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { migrations } from '../../../src/server/db/migrations/migrations.ts';
import { openDatabase } from '../../../src/server/db/openDatabase.ts';
import { POSTGRES_LIMITS } from '../../../src/server/db/openPostgres.ts';
import { openFeed } from '../openFeed.ts';
import { countBackends, onPostgres } from '../postgresDatabases.ts';
import { sendTo } from '../sendTo.ts';
import type { PostgresServer } from '../startPostgres.ts';
import { isSale, openLine, startFlashSale, type FlashSale, type Settled } from './flashSale.ts';
import { askAgain, countUnknown, judge, SOUND } from './judge.ts';
import { isReady, openCluster, type Cluster } from './openCluster.ts';

const VISITORS = 300;
const BALANCE = 8_000_000;
const CUT_MILLISECONDS = 10_000;
/** Three times as long as a server waits for an answer of PostgreSQL. */
const DEAD_MILLISECONDS = 3 * POSTGRES_LIMITS.answer;
/** Each server has its pool, and gives up at most as many connections again. The rest is for the proxy's checks and for the test. */
const MAX_BACKENDS = 2 * 2 * POSTGRES_LIMITS.poolSize + 5;
/** The proxy checks each server once a second. */
const CHECKED_MILLISECONDS = 2000;

/** A migration that the running servers do not know and can ignore. */
const addition = {
  number: migrations.length + 1,
  name: 'addition',
  usableFrom: migrations.length,
  up: async (db: Parameters<typeof migrate>[0]['db']) => {
    await sql`alter table users add column motto text not null default ''`.execute(db);
  },
};

/** The PostgreSQL that accepts writes after a fault, and the moment when the fault began. */
interface Fault {
  readonly writable: PostgresServer;
  readonly at: number;
}

/** Runs a sale by 300 visitors around a fault, and judges it. Prints how long nothing was sold, and how many outcomes were unknown. */
async function sellAround(cluster: Cluster, fault: (sale: FlashSale) => Promise<Fault>) {
  const sale = startFlashSale(cluster.url, cluster.people);
  await sale.sellMore(100);
  const { writable, at } = await fault(sale);
  await sale.sellMore(100);
  await sale.stop();
  const database = openDatabase({ dataDirectory: '', databaseUrl: writable.url });
  const verdict = await judge(database, sale.history, BALANCE);
  await database.db.destroy();
  using line = openLine(cluster.url, VISITORS);
  const changed = await askAgain(sale.history, line.send);
  const unknown = countUnknown(sale.history);
  process.stdout.write(
    `${expect.getState().currentTestName ?? ''}: first ticket after ${firstSaleAfter(sale.history, at)} s, ` +
      `${sale.history.length} commands, ${unknown.commands} unknown at first (${unknown.requests} requests)\n`,
  );
  return { verdict, changed, unknown };
}

/** Like `sellAround`; expects each command to have one outcome, in the answers and in the database. Returns what was unknown at first. */
async function expectNothingLost(...around: Parameters<typeof sellAround>) {
  const { verdict, changed, unknown } = await sellAround(...around);
  expect([verdict, changed]).toEqual([SOUND, []]);
  return unknown;
}

/** The last day with showtimes. */
function lastDay(): string {
  return offeredDates(Date.now(), 'Asia/Jakarta').at(-1) ?? '';
}

/** Seconds from a moment to the first ticket that a visitor bought by a request after it. */
function firstSaleAfter(history: readonly Settled[], at: number): string {
  const sales = history.filter((settled) => isSale(settled) && settled.sentAt > at);
  return ((Math.min(...sales.map((settled) => settled.at)) - at) / 1000).toFixed(1);
}

/**
 * Kills the primary and promotes the standby. Expects the feeds of both servers to show the next sale within 5 s of the promotion
 * (reliability 53).
 */
async function failOver({ servers, primary, standby, people: [person] }: Cluster, sale: FlashSale): Promise<Fault> {
  if (person === undefined) throw new Error('There are no visitors');
  // No visitor of the sale chooses the last day.
  const showtimeDate = lastDay();
  const feeds = await Promise.all(servers.map((server) => openFeed(server.url, { date: showtimeDate })));
  expect(await Promise.all(feeds.map((feed) => feed.next()))).toEqual([[], []]);
  const at = performance.now();
  await primary.kill();
  await standby.promote();
  const promotedAt = performance.now();
  await sale.buy(person, { showtimeDate, seatNumbers: [64] });
  expect(await Promise.all(feeds.map((feed) => feed.next()))).toEqual([[64], [64]]);
  expect(performance.now() - promotedAt).toBeLessThan(5000);
  return { writable: standby, at };
}

/** Tests a sale by 300 visitors around each fault. `folder` is that of PostgreSQL's programs. About 25 s each. */
export function testFaults(folder: string): void {
  const open = (options: Partial<Parameters<typeof openCluster>[0]> = {}) =>
    openCluster({ binaries: folder, people: VISITORS, ...options });

  test.each([['without'], ['with']])(
    'when the primary is killed and its standby promoted, %s PgBouncer',
    async (pgBouncer) => {
      const cluster = await open({ withPgBouncer: pgBouncer === 'with' });
      const unknown = await expectNothingLost(cluster, (sale) => failOver(cluster, sale));
      expect(unknown.commands).toBeGreaterThan(0);
    },
  );

  test('but does lose some with an asynchronous standby that lags', async () => {
    const cluster = await open({ replication: 'asynchronous' });
    const { verdict } = await sellAround(cluster, async (sale) => {
      cluster.lines.toPrimary.fallSilent();
      await sale.sellMore(50);
      return failOver(cluster, sale);
    });
    expect(verdict.lost.filter((what) => what.startsWith('the purchase')).length).toBeGreaterThan(40);
  });

  test('when one of the servers is killed', async () => {
    const cluster = await open();
    const [first] = cluster.servers;
    await expectNothingLost(cluster, async () => {
      const at = performance.now();
      await first?.kill();
      return { writable: cluster.primary, at };
    });
  });

  test('when the network between servers and database is cut for 10 seconds', async () => {
    const cluster = await open();
    const { toDatabase } = cluster.lines;
    await expectNothingLost(cluster, async () => {
      const at = performance.now();
      const readFilms = async () => (await sendTo(cluster.url, 'GET', 'movie')).status;
      for (const { url } of cluster.servers) await sendTo(url, 'GET', 'movie');
      toDatabase.blackOut();
      await wait(CUT_MILLISECONDS);
      expect([await isReady(cluster.url), await readFilms()]).toEqual([false, 200]);
      toDatabase.accept();
      return { writable: cluster.primary, at };
    });
  });

  test('when the standby dies, until commits no longer wait for it', async () => {
    const cluster = await open();
    const unknown = await expectNothingLost(cluster, async () => {
      const at = performance.now();
      await cluster.standby.kill();
      const seats = `booked-seats/The%20Kid?showtimeDate=${encodeURIComponent(lastDay())}&showtimeTime=20.35`;
      const reads = new Set<number>();
      let backends = 0;
      while (performance.now() - at < DEAD_MILLISECONDS) {
        reads.add((await sendTo(cluster.url, 'GET', seats)).status);
        backends = Math.max(backends, await countBackends(cluster.primary.url));
        await wait(100);
      }
      expect([...reads]).toEqual([200]);
      expect(backends).toBeLessThan(MAX_BACKENDS);
      await onPostgres(
        cluster.primary.url,
        `alter system set synchronous_standby_names = ''`,
        'select pg_reload_conf()',
      );
      return { writable: cluster.primary, at };
    });
    expect(unknown.commands).toBeGreaterThan(0);
  });

  test('when the database is migrated and the servers are restarted one after the other', async () => {
    const cluster = await open();
    await expectNothingLost(cluster, async () => {
      const at = performance.now();
      const database = openDatabase({ dataDirectory: '', databaseUrl: cluster.primary.url });
      await migrate(database, Date.now(), [...migrations, addition]);
      await database.db.destroy();
      for (const server of cluster.servers) {
        await server.stop();
        await server.start();
        await wait(CHECKED_MILLISECONDS);
      }
      return { writable: cluster.primary, at };
    });
  });

  test('when PgBouncer is restarted', async () => {
    const cluster = await open({ withPgBouncer: true });
    await expectNothingLost(cluster, async () => {
      const at = performance.now();
      await cluster.pgBouncer?.restart();
      return { writable: cluster.primary, at };
    });
  });
}
