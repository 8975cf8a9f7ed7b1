import { expect, vi } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import type { Database } from '../../src/server/db/database.ts';
import { expectSoundBooks } from './books.ts';
import { openCinema } from './openCinema.ts';
import { addPeople, booking, type Person } from './people.ts';
import { sendTo } from './sendTo.ts';

const WAIT = { timeout: 60_000, interval: 20 };

/** A purchase or a top-up, with the key under which it is sent until it is acknowledged. */
export interface Order {
  readonly person: Person;
  readonly key: string;
  readonly body: object;
  readonly path: string;
}

/** Opens a cinema for a moment and leaves in its database so many people who can buy all that they order. */
export async function addBuyers(database: Database, count: number): Promise<Person[]> {
  const cinema = await openCinema(database, { now: Date.now() });
  const people = await addPeople(cinema, count, { balance: 8_000_000 });
  await cinema.app.close();
  await database.db.destroy();
  return people;
}

/** Orders of one seat each, no seat twice, hall by hall, with a top-up between any two. */
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

/** Sends one order; gives whether it was acknowledged, or is to be sent again because the server is busy. */
export async function sendOrder(url: string, { person, key, path, body }: Order): Promise<boolean> {
  const answer = await sendTo(url, 'POST', path, { token: person.token, key, body });
  if (answer.status === 503) return false;
  if (answer.status >= 400) throw new Error(`${key} was refused with ${answer.status}`);
  return true;
}

/** As many buyers as people: each sends its order until it is acknowledged, then the next. */
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

/** Holds a database to have all that was acknowledged, everything that it has once, and sound books. */
export async function expectPersisted({ db }: Pick<Database, 'db'>, acknowledged: ReadonlySet<string>): Promise<void> {
  const stored = await db.selectFrom('idempotency_keys').select(['key', 'status']).execute();
  const keys = new Set(stored.map(({ key }) => key));
  expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
  expect(stored.filter(({ status }) => status === null)).toEqual([]);
  const entries = await db.selectFrom('ledger').select('kind').where('sequence', '>', 1).execute();
  expect(entries).toHaveLength(keys.size);
  await expectSoundBooks({ db });
}
