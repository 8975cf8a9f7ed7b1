import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../src/server/db/schema.ts';
import { rounds } from '../rounds.ts';
import { describeOnBothEngines, variablesOf } from './onBothEngines.ts';
import { addBuyers, expectKept, sendOrder, startLoad } from './orders.ts';
import { startServerProcess } from './startServerProcess.ts';

const ROUNDS = rounds({ sqlite: 5, postgres: 3 }, { sqlite: 20, postgres: 5 });
const BUYERS = 16;
const TIMEOUT_MILLISECONDS = { timeout: 30_000, message: 'PostgreSQL notices that the server is gone' };

/** The connections of a killed server: PostgreSQL still does what they had sent; it is over when they are. */
async function connectionsOf(db: Kysely<Schema>, name: string): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity where application_name = ${name}`.execute(db);
  return rows.length;
}

/** A server that is not there acknowledges nothing; anything else is a failure. */
function isThere(error: unknown): boolean {
  if (error instanceof TypeError) return false;
  throw error;
}

describeOnBothEngines('reliability 31: SIGKILL in the middle of load', ({ engine, location }) => {
  test(`${ROUNDS[engine]} rounds: what was acknowledged is kept, what was not is done once when asked again`, async () => {
    const where = await location();
    let url = 'http://127.0.0.1:1';
    const load = startLoad(await addBuyers(where.connect(), BUYERS), (order) => sendOrder(url, order).catch(isThere));
    for (let round = 1; round <= ROUNDS[engine]; round += 1) {
      const name = `killed-${randomUUID()}`;
      const server = startServerProcess({ ...variablesOf(where), LOG_LEVEL: 'silent', PGAPPNAME: name });
      url = await server.url;
      await load.acknowledgeMore(BUYERS + round);
      server.signal('SIGKILL');
      expect(await server.ended).toBeNull();

      const { db } = where.connect();
      if (engine === 'postgres') await expect.poll(() => connectionsOf(db, name), TIMEOUT_MILLISECONDS).toBe(0);
      await expectKept({ db }, load.acknowledged);
      await db.destroy();
    }
    await load.stop();
  }, 240_000);
});
