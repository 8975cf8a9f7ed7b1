import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { migrations } from '../../src/server/db/migrations/migrations.ts';
import { PostgresBatch } from '../../src/server/db/postgresBatch.ts';
import { statement, type Given } from '../../src/server/db/statement.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnBothEngines, describeOnPostgres } from './onBothEngines.ts';
import { THURSDAY_MORNING } from './openCinema.ts';
import { addPerson, booking, buy } from './people.ts';
import { startServerProcess } from './startServerProcess.ts';

describeOnBothEngines('reliability 40: migrations and catalogue', ({ open, place }) => {
  test('several processes that start at once on an empty database all succeed', async () => {
    const where = await place();
    const variables =
      where.databaseUrl === undefined ? { DATA_DIR: where.dataDirectory } : { DATABASE_URL: where.databaseUrl };
    const servers = Array.from({ length: 4 }, () => startServerProcess(variables));
    await Promise.all(servers.map(({ url }) => url));
    for (const server of servers) server.signal('SIGTERM');
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    const { db } = where.connect();
    const applied = db.selectFrom('schema_migrations').select(['number', 'name', 'usable_from']);
    expect(await applied.orderBy('number').execute()).toEqual(
      migrations.map(({ number, name, usableFrom }) => ({ number, name, usable_from: usableFrom })),
    );
    expect(await listMovies(db)).toEqual(await readCatalogue());
  });

  test('a new catalogue changes, swaps, adds and takes away films', async () => {
    const cinema = await open();
    await seedCatalogue(
      cinema,
      [
        { ...theKid, title: nosferatu.title },
        { ...nosferatu, title: theKid.title, ticket_price: 1 },
        { ...theKid, id: 3, title: 'Metropolis' },
      ],
      THURSDAY_MORNING,
    );
    const titles = () => cinema.db.selectFrom('movies').select(['id', 'title', 'ticket_price']).orderBy('id').execute();
    expect(await titles()).toEqual([
      { id: 1, title: 'Nosferatu', ticket_price: 35_000 },
      { id: 2, title: 'The Kid', ticket_price: 1 },
      { id: 3, title: 'Metropolis', ticket_price: 35_000 },
    ]);
    await seedCatalogue(cinema, [nosferatu], THURSDAY_MORNING);
    expect(await titles()).toEqual([{ id: 2, title: 'Nosferatu', ticket_price: 40_000 }]);
    await seedCatalogue(cinema, [], THURSDAY_MORNING);
    expect(await titles()).toEqual([]);
  });
});

describeOnBothEngines('reliability 1 to 3: the database itself refuses', ({ open }) => {
  test('a second ticket for a seat', async () => {
    const cinema = await open();
    const buyer = await addPerson(cinema, { balance: 70_000 });
    await buy(cinema, buyer);
    const seat = await cinema.db.selectFrom('booked_seats').selectAll().executeTakeFirstOrThrow();
    const { id: other } = await buy(cinema, buyer, { seatNumbers: [13] });
    await expect(
      cinema.db
        .insertInto('booked_seats')
        .values({ ...seat, ticket_id: other })
        .execute(),
    ).rejects.toThrow(/unique/i);
    await expect(
      cinema.db
        .insertInto('booked_seats')
        .values({ ...seat, seat_number: 65 })
        .execute(),
    ).rejects.toThrow(/check/i);
    await expect(
      cinema.db
        .insertInto('booked_seats')
        .values({ ...seat, seat_number: 2, ticket_id: 'none' })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
  });

  test('a balance below 0 or beyond the safe integers', async () => {
    const cinema = await open();
    await addPerson(cinema, { balance: 35_000 });
    for (const balance of [-1, Number.MAX_SAFE_INTEGER + 1]) {
      await expect(cinema.db.updateTable('users').set({ balance }).execute()).rejects.toThrow(/check/i);
    }
  });

  test('a second purchase or refund of a ticket, and any change of the ledger', async () => {
    const cinema = await open();
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const entry = await cinema.db
      .selectFrom('ledger')
      .selectAll()
      .where('kind', '=', 'purchase')
      .executeTakeFirstOrThrow();
    const { db } = cinema;
    await expect(
      db
        .insertInto('ledger')
        .values({ ...entry, sequence: 9 })
        .execute(),
    ).rejects.toThrow(/unique/i);
    await expect(
      db
        .insertInto('ledger')
        .values({ ...entry, sequence: 9, amount: 5 })
        .execute(),
    ).rejects.toThrow(/check/i);
    await expect(db.updateTable('ledger').set({ amount: -1 }).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('ledger').execute()).rejects.toThrow(/append-only/);
  });

  test('half of a transaction', async () => {
    const cinema = await open();
    const failing = inTransaction(cinema.db, async (transaction) => {
      await transaction.deleteFrom('movies').execute();
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect((await cinema.call('GET', 'movie')).body).toHaveLength(2);
  });
});

describeOnPostgres('statements', ({ open }) => {
  test('are parsed and planned once for each connection, however often they run', async () => {
    const { db } = await open();
    const kept = await db.connection().execute(async (connection) => {
      for (const id of [1, 2, 3]) await connection.selectFrom('movies').select('title').where('id', '=', id).execute();
      const { rows } =
        await sql`select statement from pg_prepared_statements where statement like '%"movies" where "id" =%'`.execute(
          connection,
        );
      return rows;
    });
    expect(kept).toEqual([{ statement: 'select "title" from "movies" where "id" = $1' }]);
  });

  test('of a booking are seven in three ways to PostgreSQL and back, however many seats', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 500_000 });
    const buySeats = (seatNumbers: number[]) =>
      cinema.call('POST', 'user/tickets', { token, key: seatNumbers.join(), body: booking({ seatNumbers }) });
    await buySeats([64]);
    const sent = watchStatements();
    for (const seatNumbers of [[1], [2, 3, 4, 5, 6, 7]]) {
      expect((await buySeats(seatNumbers)).status).toBe(201);
      expect(sent.splice(0).map((texts) => texts.map(verbOf))).toEqual([
        ['select'],
        ['select'],
        ['insert', 'insert', 'update', 'insert', 'insert'],
      ]);
    }
  });

  test('of a buyer whose seat is sold are two, and no transaction', async () => {
    const cinema = await open();
    await buy(cinema, await addPerson(cinema, { balance: 500_000 }));
    const { token } = await addPerson(cinema, { balance: 500_000 });
    const sent = watchStatements();
    expect((await cinema.call('POST', 'user/tickets', { token, body: booking() })).status).toBe(409);
    expect(sent.map((texts) => texts.map(verbOf))).toEqual([['select'], ['select']]);
  });

  test('that need an answer are sent behind BEGIN, and none is carried out when it fails', async () => {
    const { db } = await open();
    const sent = watchStatements((text) => text.replace(/^begin$/, 'begin nonsense'));
    await expect(inTransaction(db, (transaction) => transaction.deleteFrom('movies').execute())).rejects.toThrow(
      'syntax error',
    );
    expect(sent[0]).toEqual(['begin nonsense', 'delete from "movies"']);
    expect(await db.selectFrom('movies').select('id').execute()).toHaveLength(2);
  });

  test('that nobody waits for are seen by those that follow in the transaction, and undone with it', async () => {
    const { db } = await open();
    const titles = () => db.selectFrom('movies').select('id').orderBy('id').execute();
    const adding = inTransaction(db, async (transaction) => {
      await addMovie.send(transaction, { id: 3 });
      expect(await transaction.selectFrom('movies').select('id').orderBy('id').execute()).toHaveLength(3);
      expect(await titles()).toHaveLength(2);
      throw new Error('half way');
    });
    await expect(adding).rejects.toThrow('half way');
    expect(await titles()).toHaveLength(2);
  });

  test('that failed once are parsed anew, and run', async () => {
    const { db } = await open();
    await db.connection().execute(async (connection) => {
      await expect(addMovie.first(connection, { id: 1 })).rejects.toThrow(/movies_pkey/);
      await addMovie.first(connection, { id: 3 });
      await expect(addMovie.first(connection, { id: 3 })).rejects.toThrow(/movies_pkey/);
      expect(await connection.selectFrom('movies').select('id').execute()).toHaveLength(3);
    });
  });

  test('that were sent without waiting fail the commit, and say why', async () => {
    const { db } = await open();
    const adding = inTransaction(db, async (transaction) => {
      await addMovie.send(transaction, { id: 3 });
      await addMovie.send(transaction, { id: 3 });
    });
    await expect(adding).rejects.toThrow(/movies_pkey/);
    expect(await db.selectFrom('movies').select('id').execute()).toHaveLength(2);
  });
});

const addMovie = statement((builder, given: Given<{ readonly id: number }>) =>
  builder.insertInto('movies').values({ ...theKid, title: 'The Cat', id: given('id') }),
);

function verbOf(text: string): string | undefined {
  return text.split(' ')[0];
}

/** Every statement that the pool sends to PostgreSQL from now on, as `change` makes it, along with those it is sent with. */
function watchStatements(change = (text: string) => text): string[][] {
  const seen: string[][] = [];
  const send: (...query: unknown[]) => unknown = Reflect.get(Client.prototype, 'query');
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function watch(this: Client, ...query: unknown[]) {
    if (!(query[0] instanceof PostgresBatch)) return Reflect.apply(send, this, query);
    const { statements } = query[0];
    for (const asked of statements) Object.assign(asked, { text: change(asked.text) });
    seen.push(statements.map(({ text }) => text));
    return Reflect.apply(send, this, query);
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}
