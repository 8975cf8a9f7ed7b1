import { offeredDates } from '#domain/calendar.ts';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { pgBouncer, postgres } from '../programs/databases.ts';
import { installMissing } from '../programs/program.ts';
import { openLossyLine } from './lossyLine.ts';
import { openFeed } from './openFeed.ts';
import { addBuyers, expectPersisted, sendOrder, startLoad } from './orders.ts';
import { startOwnClock } from './ownClock.ts';
import { booking, type Person } from './people.ts';
import { startPgBouncer } from './pgBouncer.ts';
import { startPostgres } from './startPostgres.ts';
import { startServerProcess, type ServerProcess } from './startServerProcess.ts';

const BUYERS = 8;
const WAIT = { timeout: 30_000, interval: 50 };
const NO_POSTGRES = 'Skipped: failover of PostgreSQL, because no PostgreSQL can be started\n';
const NO_PGBOUNCER =
  'Skipped: failover behind PgBouncer. Install it (apt-get install pgbouncer); as root on Debian these tests do so\n';

const binaries = inject('postgresUrl') === '' ? undefined : postgres.find();
if (binaries === undefined) process.stderr.write(NO_POSTGRES);
else
  describe('reliability 44: the primary is killed under load and its standby promoted', () => testFailover(binaries));

function testFailover(folder: string): void {
  test('through a proxy that follows the primary, no acknowledged purchase is lost', () => failOver(folder), 120_000);

  test('through PgBouncer in transaction mode, no acknowledged purchase is lost', async () => {
    await installMissing([pgBouncer]);
    const program = pgBouncer.find();
    if (program === undefined) {
      process.stderr.write(NO_PGBOUNCER);
      return;
    }
    await failOver(folder, (url) => startPgBouncer(program, url));
  }, 120_000);
}

/** Kills the primary during purchases, promotes the standby, and compares the acknowledged purchases with the database. */
async function failOver(folder: string, behind = async (url: string) => url): Promise<void> {
  const primary = await startPostgres(folder, { durable: true, settings: '-c synchronous_standby_names=*' });
  onTestFinished(() => primary.stop());
  const standby = await startPostgres(folder, { durable: true, standbyOf: primary });
  onTestFinished(() => standby.stop());
  const proxy = await openLossyLine(primary.url);
  const url = await behind(proxy.url);

  const people = await addBuyers(openDatabase({ dataDirectory: '', databaseUrl: primary.url }), BUYERS);
  const servers = [1, 2].map(() => startServerProcess({ DATABASE_URL: url, LOG_LEVEL: 'silent' }));
  onTestFinished(() => servers.forEach((server) => server.signal('SIGKILL')));
  const addresses = await Promise.all(servers.map((server) => server.url));
  await expectShownByTheOther(addresses, people);
  const load = startLoad(people, (order, buyer) => sendOrder(addresses[buyer % addresses.length] ?? '', order));

  await load.acknowledgeMore(100);
  process.kill(primary.pid, 'SIGKILL');
  proxy.leadTo(standby.url);
  for (const server of servers) await vi.waitUntil(async () => (await readiness(server)) === 503, WAIT);
  await standby.promote();
  using clock = startOwnClock();
  for (const server of servers) await vi.waitUntil(async () => (await readiness(server)) === 200, WAIT);
  await load.acknowledgeMore(1);
  expect(clock.since(clock.start)).toBeLessThan(10_000);
  await load.acknowledgeMore(100);
  await load.stop();

  const database = openDatabase({ dataDirectory: '', databaseUrl: standby.url });
  await expectPersisted(database, load.acknowledged);
  await database.db.destroy();
  await Promise.all(servers.map((server) => server.stop()));
}

/** Sells a seat, one that no order contains, by one process, and expects the other to show it within 2 s (reliability 53). */
async function expectShownByTheOther([one = '', other = '']: readonly string[], [person]: readonly Person[]) {
  const date = offeredDates(Date.now(), 'Asia/Jakarta').at(-1) ?? '';
  const feed = await openFeed(other, { date });
  expect(await feed.next()).toEqual([]);
  using clock = startOwnClock();
  const body = booking({ showtimeDate: date, seatNumbers: [64] });
  expect(person && (await sendOrder(one, { person, key: 'shown', path: 'user/tickets', body }))).toBe(true);
  expect(await feed.next()).toEqual([64]);
  expect(clock.since(clock.start)).toBeLessThan(2000);
}

async function readiness(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${await server.url}/api/health/ready`);
  await answer.text();
  return answer.status;
}
