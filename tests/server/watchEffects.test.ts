import Fastify from 'fastify';
import { sql, type Kysely } from 'kysely';
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

/** Changes the sold or the held seats. */
function changeSeats(db: Kysely<Schema>, which: 'sold' | 'held') {
  const operator = which === 'sold' ? 'is not' : 'is';
  return db.updateTable('taken_seats').set({ bought_from: null }).where('ticket_id', operator, null).execute();
}

const refuse = () => Promise.reject(new Error('refused'));

describeOnAnyEngine('the tests detect database work that the server does not wait for', ({ open }) => {
  const database = { postgresLimits: { poolSize: 1, connect: 60_000 } };

  const effects: readonly [string, (db: Kysely<Schema>, token: string) => Promise<unknown>, RegExp][] = [
    [
      'a statement',
      (db, token) => closeSession(db, { token }),
      /^POST \/signout sent its response before the end of delete from "sessions".*, from src\/server\/store\/sessions\.ts:\d+$/,
    ],
    [
      'a transaction',
      (db) => db.transaction().execute((transaction) => transaction.selectFrom('users').select('id').execute()),
      /^POST \/signout sent its response before the end of a transaction/,
    ],
  ];

  test.each(effects)('%s that ends after the response', async (_, start, sentence) => {
    const cinema = await open({ database });
    const { db } = cinema;
    const { token } = await addPerson(cinema);
    await request(() => void start(db, token));
    await settle(db);
    expect(takeLateEffects()).toContainEqual(expect.stringMatching(sentence));
    await request(() => start(db, token));
    expect(takeLateEffects()).toEqual([]);
  });

  test('a statement that starts after the response', async () => {
    const { db } = await open({ database });
    const response = Promise.withResolvers<void>();
    let effect: Promise<unknown> | undefined;
    await request(() => {
      effect = response.promise.then(() => settle(db));
    });
    response.resolve();
    await effect;
    expect(takeLateEffects()).toEqual([
      expect.stringMatching(/^POST \/signout sent its response before the start of select "id" from "users"/),
    ]);
  });

  test('a notification of the seat feeds before COMMIT', async () => {
    const { db } = await open({ database });
    const { notify } = watchedSeatChanges();
    const read = () =>
      db.transaction().execute((transaction) => transaction.selectFrom('users').select('id').execute());
    await request(() =>
      db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('users').select('id').execute();
        notify();
      }),
    );
    expect(takeLateEffects()).toEqual([
      expect.stringMatching(/^POST \/signout notified the seat feeds before the end of a transaction/),
    ]);
    await request(() => read().then(notify));
    expect(takeLateEffects()).toEqual([]);
  });

  test('a change of seats that the seat feeds are not notified of', async () => {
    const cinema = await open({ database });
    const { db } = cinema;
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const { notify } = watchedSeatChanges();
    await request(() => changeSeats(db, 'sold'));
    expect(takeLateEffects()).toEqual([
      expect.stringMatching(/^POST \/signout did not notify the seat feeds after update "taken_seats"/),
    ]);
    await request(() => changeSeats(db, 'sold').then(notify));
    await request(() => changeSeats(db, 'held'));
    await request(() =>
      db
        .transaction()
        .execute((transaction) => changeSeats(transaction, 'sold').then(refuse))
        .catch(() => undefined),
    );
    expect(takeLateEffects()).toEqual([]);
  });

  test('but not a statement that failed before the response', async () => {
    const { db } = await open({ database });
    await request(() => sql`select 1 from nothing`.execute(db).catch(() => undefined));
    expect(takeLateEffects()).toEqual([]);
  });
});
