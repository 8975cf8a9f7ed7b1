import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/server/db/database.ts';
import { HOLD_LIMITS } from '#domain/heldSeats.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { answerOnce } from '../../src/server/store/idempotency.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { createOfferedStart } from '../../src/server/store/showtimes.ts';
import { purchaseTicket } from '../../src/server/store/tickets.ts';
import { postgres as installed } from '../programs/databases.ts';
import type { Person } from '../server/people.ts';
import { startPostgres } from '../server/startPostgres.ts';
import { startServerProcess } from '../server/startServerProcess.ts';
import { flashSale, flashSaleWithHolds, signIns } from './crowds.ts';
import { admissions } from './doors.ts';
import { bookingOf, HALL, openHall } from './hall.ts';
import { measureRequests } from './httpClient.ts';
import { openHalls } from './openHalls.ts';
import { measure, report, type Throughput } from './measure.ts';
import { countProcessor, postgresWorker, serverWorker, thisProcess, type Worker } from './processor.ts';
import { staticFiles } from './staticFiles.ts';

/** The share of the benchmark to run: 1, or less to check that it works. */
const SHARE = Number(process.env['BENCH_SHARE']) || 1;
const BUYERS = Math.max(256, part(10_000));
const TURNS = { 1: part(2000), 64: part(8000) } as const;
const WARM_UP = { 1: part(500), 64: part(1000) } as const;
const SIGN_INS = part(500);
const ADMISSIONS = part(6000);
const FILES = part(3000);

/** The database of an engine. */
interface Target {
  readonly dataDirectory: string;
  readonly databaseUrl?: string;
  /** The database server, if the engine has one. */
  readonly databaseWorker?: Worker;
}

function part(whole: number): number {
  return Math.ceil(whole * SHARE);
}

const offeredStart = createOfferedStart('Asia/Jakarta');
let seat = 0;

async function storeAlone({ db }: Database, people: readonly Person[], clients: number, turns: number) {
  const first = seat;
  seat += turns;
  return measure(clients, turns, async (turn, client) => {
    const { id: userId = '' } = people[client] ?? {};
    const booking = bookingOf(first + turn);
    const now = Date.now();
    const command = {
      userId,
      route: 'POST /user/tickets',
      key: `store-${first + turn}`,
      request: booking,
      clock: Date.now,
    };
    await answerOnce(db, command, 201, (transaction) =>
      purchaseTicket(transaction, {
        userId,
        age: 30,
        booking,
        now,
        clock: Date.now,
        limits: HOLD_LIMITS,
        offeredStart,
      }),
    );
  });
}

async function throughHttp(url: string, people: readonly Person[], clients: number, turns: number) {
  const first = seat;
  seat += turns;
  return measureRequests(url, clients, turns, async (turn, client) => {
    // Changes are limited by account (decision 24), so each turn uses another account.
    const { token = '' } = people[(first + turn) % people.length] ?? {};
    const options = { token, key: `http-${first + turn}`, body: bookingOf(first + turn) };
    const status = await client.send('POST', 'user/tickets', options);
    if (status !== 201) throw new Error(`A booking got the status ${status}`);
  });
}

async function benchEngine(name: string, target: Target): Promise<void> {
  process.stdout.write(`\n${name}\n`);
  const database = openDatabase(target);
  const { cinema, people } = await openHall(database, BUYERS);
  const databaseWorkers = target.databaseWorker === undefined ? [] : [target.databaseWorker];
  const storeWorkers = [thisProcess, ...databaseWorkers];
  const stores = new Map<number, Throughput>();
  for (const clients of [1, 64] as const) {
    await storeAlone(database, people, clients, WARM_UP[clients]);
    const { result: throughput, spent } = await countProcessor(storeWorkers, TURNS[clients], () =>
      storeAlone(database, people, clients, TURNS[clients]),
    );
    stores.set(clients, throughput);
    report(`bookings, store alone, ${clients} clients`, throughput, spent);
  }
  const variables =
    target.databaseUrl === undefined ? { DATA_DIR: target.dataDirectory } : { DATABASE_URL: target.databaseUrl };
  // All buyers have one address here, so that its limit would refuse most holds.
  const limits = { MAX_HELD_SEATS_PER_ADDRESS: String(HALL) };
  const server = startServerProcess({ ...variables, ...limits, LOG_LEVEL: 'silent', METRICS_PORT: '0' });
  const url = await server.url;
  const serverWorkers = [serverWorker(server), ...databaseWorkers];
  for (const clients of [1, 64] as const) {
    await throughHttp(url, people, clients, WARM_UP[clients]);
    const { result: throughput, spent } = await countProcessor(serverWorkers, TURNS[clients], () =>
      throughHttp(url, people, clients, TURNS[clients]),
    );
    const ratio = throughput.perSecond / (stores.get(clients)?.perSecond ?? 1);
    report(`bookings, HTTP, ${clients} clients`, throughput, `ratio ${ratio.toFixed(2)}`, spent);
  }
  const hall = Math.ceil(seat / HALL) * HALL;
  seat = hall + HALL;
  await flashSale(url, people, hall, serverWorkers);
  await flashSaleWithHolds(url, people, seat, serverWorkers);
  seat += HALL;
  await signIns(url, people.slice(0, SIGN_INS), serverWorkers);
  await staticFiles(url, FILES, serverWorkers);
  const [buyer] = people;
  if (buyer !== undefined) await openHalls(server, buyer, seat);
  seat += HALL;
  server.signal('SIGTERM');
  await server.ended;
  const began = performance.now();
  const { tickets, breaches } = await auditBooks(database.db);
  process.stdout.write(
    `audit of ${tickets} tickets: ${breaches.length} breaches in ${Math.round(performance.now() - began)} ms\n`,
  );
  await admissions(database, variables, ADMISSIONS, databaseWorkers);
  await cinema.app.close();
  await database.db.destroy();
}

const began = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'nobar-now-bench-'));
await benchEngine('SQLite', { dataDirectory: folder });
await rm(folder, { recursive: true });

const binaries = installed.find();
if (binaries === undefined) process.stdout.write('\nPostgreSQL is not installed\n');
else {
  const postgres = await startPostgres(binaries, { durable: true });
  try {
    const databaseWorker = postgresWorker(postgres.pid);
    await benchEngine('PostgreSQL', { dataDirectory: '', databaseUrl: postgres.url, databaseWorker });
  } finally {
    await postgres.stop();
  }
}
process.stdout.write(`\nThe whole benchmark took ${Math.round((performance.now() - began) / 1000)} s\n`);
