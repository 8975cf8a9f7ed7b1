import { sql } from 'kysely';
import { expect } from 'vitest';
import { isMigrated, migrate } from '../../src/server/db/migrate.ts';
import { migrations, type Migration } from '../../src/server/db/migrations/migrations.ts';
import { dump } from './books.ts';
import { describeOnBothEngines, describeOnPostgres } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPerson } from './people.ts';
import { startServerProcess } from './startServerProcess.ts';

const latest = Math.max(...migrations.map(({ number }) => number));

/** Adds a column that current servers do not know and can ignore. */
const addition: Migration = {
  number: latest + 1,
  name: 'addition',
  usableFrom: latest,
  up: async (db) => {
    await sql`alter table users add column motto text not null default ''`.execute(db);
  },
};

/** Removes a column that servers without `addition` still read. */
const removal: Migration = {
  number: latest + 2,
  name: 'removal',
  usableFrom: latest + 1,
  up: async (db) => {
    await sql`alter table users drop column motto`.execute(db);
  },
};

const failing: Migration = {
  number: latest + 2,
  name: 'failing',
  usableFrom: latest,
  up: async (db) => {
    await sql`update users set motto = 'changed'`.execute(db);
    await sql`insert into no_such_table values (1)`.execute(db);
  },
};

const readiness = async (cinema: Cinema) => (await cinema.call('GET', 'health/ready')).status;

const appliedTo = ({ db }: Cinema) =>
  db.selectFrom('schema_migrations').select(['number', 'usable_from', 'applied_at']).orderBy('number').execute();

describeOnBothEngines('reliability 54: old and new servers side by side', ({ test }) => {
  test('each migration declares the oldest server that can use it', () => {
    for (const { number, usableFrom } of migrations) {
      expect(usableFrom).toBeGreaterThan(0);
      expect(usableFrom).toBeLessThanOrEqual(number);
    }
  });

  test('an old server keeps running until a migration requires a newer server, and then says so', async ({
    cinema,
  }) => {
    await migrate(cinema, 1, [...migrations, addition]);
    expect(await readiness(cinema)).toBe(200);
    await addPerson(cinema, { balance: 50_000 });
    const old = startServerProcess(cinema.variables);
    expect((await fetch(`${await old.url}/api/health/ready`)).status).toBe(200);
    await old.stop();

    await migrate(cinema, 2, [...migrations, addition, removal]);
    expect(await readiness(cinema)).toBe(503);
    const tooOld = startServerProcess(cinema.variables);
    expect(await tooOld.ended, 'the exit code of the old server').toBe(1);
    expect(tooOld.output()).toBe(
      `This server is too old for the database: it knows migrations up to ${latest}, but the database needs a server that knows ${latest + 1}\n`,
    );
  });

  test('a new server is not ready until its migrations are applied', async ({ cinema }) => {
    const own = [...migrations, addition];
    expect(await isMigrated(cinema.db, own)).toBe(false);
    await migrate(cinema, 1, own);
    expect(await isMigrated(cinema.db, own)).toBe(true);
    await cinema.db.deleteFrom('schema_migrations').where('number', '=', latest).execute();
    expect(await readiness(cinema)).toBe(503);
  });

  test('two servers that start at once apply the missing migrations once, in order, and keep every row', async ({
    cinema,
  }) => {
    await addPerson(cinema, { balance: 50_000 });
    const before = await dump(cinema);
    const other = cinema.connect();
    await Promise.all([cinema, other].map((database) => migrate(database, 7, [...migrations, addition, removal])));
    expect((await appliedTo(cinema)).slice(-2)).toEqual([
      { number: addition.number, usable_from: latest, applied_at: 7 },
      { number: removal.number, usable_from: latest + 1, applied_at: 7 },
    ]);
    expect(await dump(cinema)).toEqual(before);
  });

  test('a migration that fails undoes the earlier migrations of the same start', async ({ cinema }) => {
    await addPerson(cinema);
    const [before, applied] = [await dump(cinema), await appliedTo(cinema)];
    await expect(migrate(cinema, 1, [...migrations, addition, failing])).rejects.toThrow(/no_such_table/);
    expect([await dump(cinema), await appliedTo(cinema)]).toEqual([before, applied]);
  });
});

describeOnPostgres('reliability 54: a migration of a table that another transaction reads', ({ test }) => {
  test('gives up with the name of that transaction, lets readers pass meanwhile, and succeeds afterwards', async ({
    cinema,
  }) => {
    const own = [...migrations, addition];
    const reader = await cinema.db.startTransaction().execute();
    await reader.selectFrom('users').selectAll().execute();
    const migrated = migrate(cinema, 1, own, 2).catch(String);
    expect((await cinema.call('GET', 'movie')).status).toBe(200);
    await addPerson(cinema);
    expect(await migrated).toMatch(
      /Nothing has changed, because process \d+ of PostgreSQL \(role \w+, idle in transaction\) has locked users for \d+ s/,
    );
    await reader.commit().execute();
    await migrate(cinema, 1, own);
    expect(await isMigrated(cinema.db, own)).toBe(true);
  });
});

describeOnBothEngines('an upgrade from the first schema', ({ test, location }) => {
  test('keeps sold seats and ends the running holds', async () => {
    const database = (await location()).connect();
    const { db } = database;
    await migrate(database, 0, migrations.slice(0, 1));
    for (const statement of [
      `insert into users (id, username, username_key, display_name, age, password_hash, created_at)
        values ('ana', 'ana', 'ana', 'Ana', 30, '', 0)`,
      `insert into movies values (1, 'The Kid', '', '1921-01-21', '', 0, 35000, null)`,
      `insert into tickets values ('t', 'ana', 1, 'The Kid', '', 0, 35000, '05 Mar', '20.35', 9, '[1]', 0, null, 'code')`,
      `insert into taken_seats values (1, 9, 1, 't', null, null, null), (1, 9, 2, null, 'h', 'ana', 9)`,
      `insert into holds values ('ana', 'h', 1, 9, 'The Kid', '05 Mar', '20.35', '[1,2]', 0, 9, '[]', 'code')`,
    ])
      await sql.raw(statement).execute(db);
    await migrate(database, 1);
    expect(await db.selectFrom('taken_seats').select(['seat_number', 'ticket_id', 'bought_from']).execute()).toEqual([
      { seat_number: 1, ticket_id: 't', bought_from: null },
    ]);
    expect(await db.selectFrom('holds').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('tickets').select('hold_code').execute()).toEqual([{ hold_code: 'code' }]);
  });
});
