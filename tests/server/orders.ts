import { expect, vi } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import type { Database } from '../../src/server/db/database.ts';
import { expectSoundBooks } from './books.ts';
import { openCinema } from './openCinema.ts';
import { addPeople, booking, type Person } from './people.ts';
import { sendTo } from './sendTo.ts';

const WAIT = { timeout: 60_000, interval: 20 };

/** A purchase or a top-up, retried with the same key until the server acknowledges it. */
export interface Order {
  readonly person: Person;
  readonly key: string;
  readonly body: object;
  readonly path: string;
}

/** Adds `count` users to the database, with enough balance for all their orders. */
export async function addBuyers(database: Database, count: number): Promise<Person[]> {
  const cinema = await openCinema(database, { now: Date.now() });
  const people = await addPeople(cinema, count, { balance: 8_000_000 });
  await cinema.app.close();
  await database.db.destroy();
  return people;
}

/** Orders of one seat each, showtime by showtime and no seat twice, with a top-up after each. */
function* orders(people: readonly Person[]): Generator<Order, undefined> {
  let count = 0;
  for (const showtimeDate of offeredDates(Date.now(), 'Asia/Jakarta').slice(1)) {
    for (const showtimeTime of SHOWTIMES) {
      for (let seat = 1; seat <= 64; seat += 1) {
        const person = people[count % people.length];
        if (person === undefined) return undefined;
        count += 1;
        const body = booking({ showtimeDate, showtimeTime, seatNumbers: [seat] });
        yield { person, key: `buy-${count}`, path: 'user/tickets', body };
        yield { person, key: `top-up-${count}`, path: 'user/balance', body: { amount: 1000 } };
      }
    }
  }
  return undefined;
}

/** Sends one order; true when it is acknowledged, false when the server is busy and the order must be retried. */
export async function sendOrder(url: string, { person, key, path, body }: Order): Promise<boolean> {
  const answer = await sendTo(url, 'POST', path, { token: person.token, key, body });
  if (answer.status === 503) return false;
  if (answer.status >= 400) throw new Error(`${key} was refused with ${answer.status}`);
  return true;
}

/** Starts one buyer per person. Each buyer retries an order until it is acknowledged, then takes the next. */
export function startLoad(people: readonly Person[], send: (order: Order, buyer: number) => Promise<boolean>) {
  const next = orders(people);
  const acknowledged = new Set<string>();
  const stopping = new AbortController();
  const buyers = people.map(async (_, buyer) => {
    for (const order of next) {
      await vi.waitUntil(async () => stopping.signal.aborted || (await send(order, buyer)), WAIT);
      if (stopping.signal.aborted) return;
      acknowledged.add(order.key);
    }
  });
  const failed = Promise.all(buyers);
  failed.catch(() => undefined);
  return {
    acknowledged,
    async acknowledgeMore(count: number) {
      const enough = acknowledged.size + count;
      await Promise.race([failed, vi.waitUntil(() => acknowledged.size >= enough, WAIT)]);
    },
    async stop() {
      stopping.abort();
      await failed;
    },
  };
}

/** Expects that the database has every acknowledged order, has each order once, and has sound books. */
export async function expectPersisted({ db }: Pick<Database, 'db'>, acknowledged: ReadonlySet<string>): Promise<void> {
  const stored = await db.selectFrom('idempotency_keys').select(['key', 'status']).execute();
  const keys = new Set(stored.map(({ key }) => key));
  expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
  expect(stored.filter(({ status }) => status === null)).toEqual([]);
  const entries = await db.selectFrom('ledger').select('kind').where('sequence', '>', 1).execute();
  expect(entries).toHaveLength(keys.size);
  await expectSoundBooks({ db });
}
