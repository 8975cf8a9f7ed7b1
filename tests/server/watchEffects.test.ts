import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from '../../src/server/db/schema.ts';
import { closeSession } from '../../src/server/store/sessions.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { addPerson, buy } from './people.ts';
import { takeLateEffects, watchedSeatChanges, watchNotifications } from './watchEffects.ts';

/** Serves one route that runs `handle`, and sends it a request with a body. */
async function request(handle: () => unknown): Promise<void> {
  const app = Fastify();
  watchNotifications(app);
  app.post('/signout', async () => {
    await handle();
    return {};
  });
  await app.inject({ method: 'POST', url: '/signout', payload: { all: true } });
  await app.close();
}

/** Resolves after all statements that were started, because the pool has one connection. */
const settle = (db: Kysely<Schema>) => db.selectFrom('users').select('id').execute();

function changeSoldSeats(db: Kysely<Schema>) {
  return db.updateTable('taken_seats').set({ bought_from: null }).where('ticket_id', 'is not', null).execute();
}

describeOnAnyEngine('the tests detect database work that the server does not wait for', ({ open }) => {
  const database = { postgresLimits: { poolSize: 1, connect: 60_000 } };

  test('a statement that ends after the response', async () => {
    const cinema = await open({ database });
    const { db } = cinema;
    const { token } = await addPerson(cinema);
    await request(() => void closeSession(db, { token }));
    await settle(db);
    const sentence =
      /^POST \/signout sent its response before the end of delete from "sessions".*, from src\/server\/store\/sessions\.ts:\d+$/;
    expect(takeLateEffects()).toContainEqual(expect.stringMatching(sentence));
    await request(() => closeSession(db, { token }));
    expect(takeLateEffects()).toEqual([]);
  });

  test('a change of seats that the seat feeds are not notified of', async () => {
    const cinema = await open({ database });
    const { db } = cinema;
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const { notify } = watchedSeatChanges();
    await request(() => changeSoldSeats(db));
    expect(takeLateEffects()).toEqual([
      expect.stringMatching(/^POST \/signout did not notify the seat feeds after update "taken_seats"/),
    ]);
    await request(() => changeSoldSeats(db).then(notify));
    expect(takeLateEffects()).toEqual([]);
  });
});
