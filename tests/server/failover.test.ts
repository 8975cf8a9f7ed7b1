import { offeredDates } from '#domain/calendar.ts';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { pgBouncer, postgres } from '../programs/databases.ts';
import { installMissing } from '../programs/program.ts';
import { openLossyLine } from './lossyLine.ts';
import { openFeed } from './openFeed.ts';
import { addBuyers, orders, sendOrder, type Order } from './orders.ts';
import { startOwnClock } from './ownClock.ts';
import { booking, type Person } from './people.ts';
import { startPgBouncer } from './pgBouncer.ts';
import { startPostgresPair, type PostgresPair } from './postgresPair.ts';
import { startServerProcess, type ServerProcess } from './startServerProcess.ts';
import { expectSoundBooks } from './books.ts';

const CLIENTS = 8;
const TIMEOUT_MILLISECONDS = { timeout: 30_000, interval: 50 };
const NO_POSTGRES = 'Left out: no PostgreSQL can be started, so none can fail over\n';
const NO_PGBOUNCER =
  'Left out: failover behind PgBouncer. Install it (apt-get install pgbouncer); as root on a Debian these tests do so\n';

const binaries = inject('postgresUrl') === '' ? undefined : postgres.find();
if (binaries === undefined) process.stderr.write(NO_POSTGRES);
else
  describe('reliability 44: the primary is killed under load and its standby promoted', () => testFailover(binaries));

function testFailover(folder: string): void {
  test('both processes are behind a proxy that follows the primary', async () => {
    const { pair, line } = await startPair(folder);
    await failOver(pair, line.url, () => line.leadTo(pair.standbyUrl));
  }, 120_000);

  test('both processes are behind a PgBouncer in transaction mode', async () => {
    await installMissing([pgBouncer]);
    const program = pgBouncer.find();
    if (program === undefined) {
      process.stderr.write(NO_PGBOUNCER);
      return;
    }
    const { pair, line } = await startPair(folder);
    const bouncer = await startPgBouncer(program, line.url);
    onTestFinished(() => bouncer.stop());
    await failOver(pair, bouncer.url, () => line.leadTo(pair.standbyUrl));
  }, 120_000);
}

/** A pair of databases, and the proxy that leads to its primary. */
async function startPair(folder: string) {
  const pair = await startPostgresPair(folder);
  onTestFinished(() => pair.stop());
  const line = await openLossyLine(pair.primaryUrl);
  onTestFinished(() => line.close());
  return { pair, line };
}

/** Kills the primary while buyers buy, promotes the standby, and holds what was acknowledged against what is there. */
async function failOver(pair: PostgresPair, url: string, switchOver: () => void): Promise<void> {
  const people = await addBuyers(openDatabase({ dataDirectory: '', databaseUrl: pair.primaryUrl }), CLIENTS);
  const servers = [1, 2].map(() => startServerProcess({ DATABASE_URL: url, LOG_LEVEL: 'silent' }));
  onTestFinished(() => servers.forEach((server) => server.signal('SIGKILL')));
  const addresses = await Promise.all(servers.map(({ url }) => url));
  await expectShownByTheOther(addresses, people);
  const load = startLoad(addresses, people);

  await load.acknowledgeMore(100);
  await pair.killPrimary();
  switchOver();
  for (const server of servers) await vi.waitUntil(async () => (await readiness(server)) === 503, TIMEOUT_MILLISECONDS);
  await pair.promote();
  using clock = startOwnClock();
  for (const server of servers) await vi.waitUntil(async () => (await readiness(server)) === 200, TIMEOUT_MILLISECONDS);
  await load.acknowledgeMore(1);
  expect(clock.since(clock.start)).toBeLessThan(10_000);
  await load.acknowledgeMore(100);
  await load.stop();

  const { db } = openDatabase({ dataDirectory: '', databaseUrl: pair.standbyUrl });
  const stored = await db.selectFrom('idempotency_keys').select('key').execute();
  const keys = new Set(stored.map(({ key }) => key));
  expect([...load.acknowledged].filter((key) => !keys.has(key))).toEqual([]);
  const entries = await db.selectFrom('ledger').select('kind').where('sequence', '>', 1).execute();
  expect(entries).toHaveLength(keys.size);
  await expectSoundBooks({ db });
  await db.destroy();
  await Promise.all(servers.map((server) => server.stop()));
}

/** Sells a seat that no order asks for by one process; the other shows it within two seconds (reliability 53). */
async function expectShownByTheOther([one = '', other = '']: readonly string[], [person]: readonly Person[]) {
  const date = offeredDates(Date.now(), 'Asia/Jakarta').at(-1) ?? '';
  const feed = await openFeed(other, { date });
  expect(await feed.next()).toEqual([]);
  using clock = startOwnClock();
  const body = booking({ showtimeDate: date, seatNumbers: [64] });
  expect(person && (await sendOrder(one, { person, key: 'shown', path: 'user/tickets', body }))).toBe(true);
  expect(await feed.next()).toEqual([64]);
  expect(clock.since(clock.start)).toBeLessThan(2000);
  feed.close();
}

async function readiness(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${await server.url}/api/health/ready`);
  await answer.text();
  return answer.status;
}

/** Buyers who ask for each of their orders, at one server and the other, until it is acknowledged. */
function startLoad(addresses: readonly string[], people: readonly Person[]) {
  const next = orders(people);
  const acknowledged = new Set<string>();
  const stopping = new AbortController();

  const insist = (order: Order, client: number) =>
    vi.waitUntil(
      async () => stopping.signal.aborted || (await sendOrder(addresses[client % addresses.length] ?? '', order)),
      TIMEOUT_MILLISECONDS,
    );

  const clients = people.map(async (_, client) => {
    for (const order of next) {
      await insist(order, client);
      if (stopping.signal.aborted) return;
      acknowledged.add(order.key);
    }
  });
  const failed = Promise.all(clients);
  failed.catch(() => undefined);

  return {
    acknowledged,
    async acknowledgeMore(count: number) {
      const enough = acknowledged.size + count;
      await Promise.race([failed, vi.waitUntil(() => acknowledged.size >= enough, TIMEOUT_MILLISECONDS)]);
    },
    async stop() {
      stopping.abort();
      await failed;
    },
  };
}
