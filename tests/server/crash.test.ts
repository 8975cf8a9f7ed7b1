import { expect, test } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { describeOnBothEngines, variablesOf, type Place } from './onBothEngines.ts';
import { openCinema } from './openCinema.ts';
import { addPeople, booking, type Person } from './people.ts';
import { startServerProcess } from './startServerProcess.ts';

const ROUNDS = { sqlite: 20, postgres: 5 } as const;
const CLIENTS = 16;
const LIVES = 8_000_000;

interface Order {
  readonly person: Person;
  readonly key: string;
  readonly body: object;
  readonly path: string;
}

/** Orders of one seat each, no seat twice, with a top-up between any two. */
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

/** Sends one order; gives whether it was acknowledged, or is to be asked again because the server is busy. */
async function send(url: string, { person, key, path, body }: Order): Promise<boolean> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status === 503) return false;
  if (answer.status >= 400) throw new Error(`${key} was refused with ${answer.status}`);
  return true;
}

async function addBuyers(where: Place): Promise<Person[]> {
  const database = where.connect();
  const cinema = await openCinema(database, { now: Date.now() });
  const people = await addPeople(cinema, CLIENTS, { balance: LIVES });
  await cinema.app.close();
  await database.db.destroy();
  return people;
}

describeOnBothEngines('reliability 31: SIGKILL in the middle of load', ({ engine, place }) => {
  test(`${ROUNDS[engine]} rounds: what was acknowledged is kept, what was not is done once when asked again`, async () => {
    const where = await place();
    const next = orders(await addBuyers(where));
    const acknowledged = new Set<string>();
    let unanswered: Order[] = [];

    for (let round = 1; round <= ROUNDS[engine]; round += 1) {
      const server = startServerProcess({ ...variablesOf(where), LOG_LEVEL: 'silent' });
      const url = await server.url;
      const again = unanswered;
      unanswered = [];
      const killAt = acknowledged.size + again.length + round;
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (;;) {
            const order = again.pop() ?? next.next().value;
            if (order === undefined) return;
            try {
              if (!(await send(url, order))) {
                again.push(order);
                continue;
              }
            } catch (error) {
              if (!(error instanceof TypeError)) throw error;
              unanswered.push(order);
              return;
            }
            acknowledged.add(order.key);
            if (acknowledged.size >= killAt) server.signal('SIGKILL');
          }
        }),
      );
      expect(await server.ended).toBeNull();
      unanswered.push(...again);

      const { db } = where.connect();
      const kept = await db.selectFrom('idempotency_keys').select(['key', 'status']).execute();
      const keys = new Set(kept.map(({ key }) => key));
      expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
      expect(kept.filter(({ status }) => status === null)).toEqual([]);
      expect((await auditBooks(db)).breaches).toEqual([]);
      const entries = await db.selectFrom('ledger').select('kind').where('sequence', '>', 1).execute();
      expect(entries).toHaveLength(keys.size);
      await db.destroy();
    }
  }, 240_000);
});
