import { sql } from 'kysely';
import { expect } from 'vitest';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import { addPerson, buy } from './people.ts';

describeOnAnyEngine('reliability 1 to 3: the database itself refuses', ({ test }) => {
  test('a second ticket for a seat', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 70_000 });
    await buy(cinema, buyer);
    const seat = await cinema.db.selectFrom('taken_seats').selectAll().executeTakeFirstOrThrow();
    const { id: other } = await buy(cinema, buyer, { seatNumbers: [13] });
    for (const [changes, message] of [
      [{ ticket_id: other }, /unique/i],
      [{ seat_number: 65 }, /check/i],
      [{ seat_number: 2, ticket_id: 'none' }, /foreign key/i],
    ] as const) {
      const insert = cinema.db.insertInto('taken_seats').values({ ...seat, ...changes });
      await expect(insert.execute()).rejects.toThrow(message);
    }
  });

  test('a balance below 0 or beyond the safe integers', async ({ cinema }) => {
    await addPerson(cinema, { balance: 35_000 });
    for (const balance of [-1, Number.MAX_SAFE_INTEGER + 1]) {
      await expect(cinema.db.updateTable('users').set({ balance }).execute()).rejects.toThrow(/check/i);
    }
  });

  test('a second purchase or refund of a ticket, and any change of the ledger', async ({ cinema }) => {
    const { db } = cinema;
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const purchase = db.selectFrom('ledger').selectAll().where('kind', '=', 'purchase');
    const entry = { ...(await purchase.executeTakeFirstOrThrow()), sequence: 9 };
    await expect(db.insertInto('ledger').values(entry).execute()).rejects.toThrow(/unique/i);
    const gift = { ...entry, amount: 5 };
    await expect(db.insertInto('ledger').values(gift).execute()).rejects.toThrow(/check/i);
    await expect(db.updateTable('ledger').set({ amount: -1 }).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('ledger').execute()).rejects.toThrow(/append-only/);
  });
});

describeOnPostgres('reliability 70: the indexes', ({ test }) => {
  test('do not depend on the collation of the system, whose order may change with an update', async ({ cinema }) => {
    const { rows } = await sql`
      select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indrelid
        where relnamespace = current_schema()::regnamespace
          and exists (select from unnest(indcollation) as used (id) where id <> 0 and id <> '"C"'::regcollation)`.execute(
      cinema.db,
    );
    expect(rows).toEqual([]);
  });
});

describeOnPostgres('statements', ({ test }) => {
  test('do not depend on a connection, so that a pooler can use another one for each transaction', async ({
    cinema,
  }) => {
    await buy(cinema, await addPerson(cinema, { balance: 500_000 }));
    const { rows } = await sql`select statement from pg_prepared_statements`.execute(cinema.db);
    expect(rows).toEqual([]);
  });
});
