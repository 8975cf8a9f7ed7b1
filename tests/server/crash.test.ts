import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../src/server/db/schema.ts';
import { rounds } from '../rounds.ts';
import { describeOnBothEngines, variablesOf } from './onBothEngines.ts';
import { addBuyers, orders, sendOrder, type Order } from './orders.ts';
import { startServerProcess } from './startServerProcess.ts';
import { expectSoundBooks } from './books.ts';

const ROUNDS = rounds({ sqlite: 5, postgres: 3 }, { sqlite: 20, postgres: 5 });
const CLIENTS = 16;
const TIMEOUT_MILLISECONDS = { timeout: 30_000, message: 'PostgreSQL notices that the server is gone' };

/** The connections of a killed server: PostgreSQL still does what they had sent; it is over when they are. */
async function connectionsOf(db: Kysely<Schema>, name: string): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity where application_name = ${name}`.execute(db);
  return rows.length;
}

describeOnBothEngines('reliability 31: SIGKILL in the middle of load', ({ engine, location }) => {
  test(`${ROUNDS[engine]} rounds: what was acknowledged is kept, what was not is done once when asked again`, async () => {
    const where = await location();
    const next = orders(await addBuyers(where.connect(), CLIENTS));
    const acknowledged = new Set<string>();
    let unanswered: Order[] = [];

    for (let round = 1; round <= ROUNDS[engine]; round += 1) {
      const name = `killed-${randomUUID()}`;
      const server = startServerProcess({ ...variablesOf(where), LOG_LEVEL: 'silent', PGAPPNAME: name });
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
              if (!(await sendOrder(url, order))) {
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
      if (engine === 'postgres') await expect.poll(() => connectionsOf(db, name), TIMEOUT_MILLISECONDS).toBe(0);
      const stored = await db.selectFrom('idempotency_keys').select(['key', 'status']).execute();
      const keys = new Set(stored.map(({ key }) => key));
      expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([]);
      expect(stored.filter(({ status }) => status === null)).toEqual([]);
      await expectSoundBooks({ db });
      const entries = await db.selectFrom('ledger').select('kind').where('sequence', '>', 1).execute();
      expect(entries).toHaveLength(keys.size);
      await db.destroy();
    }
  }, 240_000);
});
