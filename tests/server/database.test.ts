import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
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
    expect(await db.selectFrom('schema_migrations').select(['number', 'name']).orderBy('number').execute()).toEqual([
      { number: 1, name: 'cinema' },
      { number: 2, name: 'guesses' },
      { number: 3, name: 'announcements' },
      { number: 5, name: 'ticket pages' },
    ]);
    expect(await db.selectFrom('movies').selectAll().orderBy('id').execute()).toEqual(await readCatalogue());
  });

  test('a database of a newer version is refused in a sentence and left alone', async () => {
    const database = (await place()).connect();
    await migrate(database, THURSDAY_MORNING);
    await database.db
      .insertInto('schema_migrations')
      .values({ number: 999, name: 'future', applied_at: THURSDAY_MORNING })
      .execute();
    await expect(migrate(database, THURSDAY_MORNING)).rejects.toThrow(
      'The database is of a newer version (999) than this server knows (5)',
    );
  });

  test('a new catalogue changes, swaps, adds and takes away films', async () => {
    const cinema = await open();
    await seedCatalogue(cinema, [
      { ...theKid, title: nosferatu.title },
      { ...nosferatu, title: theKid.title, ticket_price: 1 },
      { ...theKid, id: 3, title: 'Metropolis' },
    ]);
    const titles = () => cinema.db.selectFrom('movies').select(['id', 'title', 'ticket_price']).orderBy('id').execute();
    expect(await titles()).toEqual([
      { id: 1, title: 'Nosferatu', ticket_price: 35_000 },
      { id: 2, title: 'The Kid', ticket_price: 1 },
      { id: 3, title: 'Metropolis', ticket_price: 35_000 },
    ]);
    await seedCatalogue(cinema, [nosferatu]);
    expect(await titles()).toEqual([{ id: 2, title: 'Nosferatu', ticket_price: 40_000 }]);
    await seedCatalogue(cinema, []);
    expect(await titles()).toEqual([]);
  });

  test('a film with sold tickets stays, and its title stays its own', async () => {
    const cinema = await open();
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    await seedCatalogue(cinema, [nosferatu]);
    expect((await cinema.call('GET', 'movie')).body).toEqual([theKid, nosferatu]);
    await expect(seedCatalogue(cinema, [{ ...nosferatu, title: theKid.title }])).rejects.toThrow(
      'The catalogue gives the title The Kid to film 2, but film 1 sold tickets under it',
    );
  });
});

describeOnBothEngines('reliability 1 to 3: the database itself refuses', ({ open }) => {
  test('a second ticket for a seat', async () => {
    const cinema = await open();
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const seat = await cinema.db.selectFrom('booked_seats').selectAll().executeTakeFirstOrThrow();
    await expect(cinema.db.insertInto('booked_seats').values(seat).execute()).rejects.toThrow(/unique/i);
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

  test('of a booking are ten, however many seats: each is a way to PostgreSQL and back', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 500_000 });
    const sent = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => sent.mockRestore());
    for (const seatNumbers of [[1], [2, 3, 4, 5, 6, 7]]) {
      sent.mockClear();
      const body = booking({ seatNumbers });
      const { status } = await cinema.call('POST', 'user/tickets', { token, key: seatNumbers.join(), body });
      expect({ status, statements: sent.mock.calls.length }).toEqual({ status: 201, statements: 10 });
    }
  });
});
