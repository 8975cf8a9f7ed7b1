import { sql } from 'kysely';
import { expect } from 'vitest';
import { isMigrated, migrate } from '../../src/server/db/migrate.ts';
import { migrations, type Migration } from '../../src/server/db/migrations/migrations.ts';
import type { Database } from '../../src/server/db/database.ts';
import { listTickets } from '../../src/server/store/tickets.ts';
import { readAdmissionCode } from '#domain/admissionCode.ts';
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

describeOnBothEngines('reliability 54: the migration that adds doors', ({ location, test }) => {
  const upcoming = Date.now() + 3_600_000;

  /** A database of a server that knows no doors, with 2,500 tickets of a coming screening, one of them cancelled, and an old one. */
  async function oldDatabase(): Promise<Database> {
    const database = (await location()).connect();
    await migrate(database, 0, migrations.slice(0, 4));
    for (const statement of [
      `insert into users (id, username, username_key, display_name, age, password_hash, created_at)
        values ('ana', 'ana', 'ana', 'Ana', 30, '', 0)`,
      `insert into movies (id, title, description, release_date, poster_url, age_rating, ticket_price)
        values (1, 'The Kid', '', '1921-01-21', '', 0, 35000)`,
      `insert into idempotency_keys values ('ana', 'POST /user/balance', 'k', 'hash', 200, '{}', 7)`,
    ])
      await sql.raw(statement).execute(database.db);
    for (let first = 0; first < 2500; first += 500)
      await sellAsBefore(
        database,
        Array.from({ length: 500 }, (_, index) => `t${first + index}`),
      );
    await sql`update tickets set cancelled_at = 1 where id = 't0'`.execute(database.db);
    await sql`update tickets set starts_at = 9 where id = 't1'`.execute(database.db);
    return database;
  }

  /** Inserts tickets as a server does that knows no codes. */
  async function sellAsBefore({ db }: Database, ids: readonly string[]): Promise<void> {
    const rows = ids.map(
      (id) => sql`(${id}, 'ana', 1, 'The Kid', '', 0, 35000, '05 Mar', '20.35', ${sql.lit(upcoming)}, '[1]', 0)`,
    );
    await sql`insert into tickets (id, user_id, movie_id, movie_title, movie_poster, age_rating, ticket_price,
      showtime_date, showtime_time, starts_at, seat_numbers, booked_at) values ${sql.join(rows)}`.execute(db);
  }

  test('gives each ticket that can be admitted a code of its own, and keeps every row', async () => {
    const database = await oldDatabase();
    const { db } = database;
    await migrate(database, 1);
    const tickets = await db.selectFrom('tickets').select(['id', 'admission_code']).execute();
    expect(tickets).toHaveLength(2500);
    const codes = new Map(tickets.map(({ id, admission_code: code }) => [id, code]));
    expect([codes.get('t0'), codes.get('t1')]).toEqual([null, null]);
    const given = [...codes.values()].filter((code) => code !== null);
    expect(new Set(given).size).toBe(2498);
    expect(given.filter((code) => readAdmissionCode(code) !== code)).toEqual([]);
    expect(
      await db.selectFrom('idempotency_keys').select(['user_id', 'key', 'status', 'created_at']).execute(),
    ).toEqual([{ user_id: 'ana', key: 'k', status: 200, created_at: 7 }]);
    const [listed] = await listTickets(db, { userId: 'ana', before: 't10', limit: 1 });
    expect(listed?.admissionCode).toMatch(/^[0-9A-Z]{20}$/);
  });

  test('loses no ticket that an older server sells or cancels at the same time', async () => {
    const database = await oldDatabase();
    const { db } = database;
    const migrated = new AbortController();
    const sold: string[] = [];
    const selling = (async () => {
      for (let count = 0; !migrated.signal.aborted || count < 20; count += 1) {
        const id = `new-${String(count).padStart(5, '0')}`;
        await sellAsBefore(database, [id]);
        sold.push(id);
        await sql`update tickets set cancelled_at = 1 where id = ${`t${count + 2}`}`.execute(db);
      }
    })();
    await migrate(database, 1);
    migrated.abort();
    await selling;
    const listed = await listTickets(db, { userId: 'ana', limit: 3000 });
    const ids = new Set(listed.map(({ id }) => id));
    expect(sold.filter((id) => !ids.has(id))).toEqual([]);
    expect(listed.filter(({ admissionCode: code }) => code === undefined)).toEqual([]);
    expect(new Set(listed.map(({ admissionCode: code }) => code)).size).toBe(listed.length);
  });

  test('a ticket that is inside cannot be cancelled by an older server', async () => {
    const database = await oldDatabase();
    await migrate(database, 1);
    await sql`insert into doors values ('d', 'Entrance', 'hash', 0, 1, null)`.execute(database.db);
    await sql`insert into admissions values ('t5', 'd', 0)`.execute(database.db);
    const cancel = (id: string) => sql`update tickets set cancelled_at = 1 where id = ${id}`.execute(database.db);
    await expect(cancel('t5')).rejects.toThrow('the ticket has been used');
    await cancel('t6');
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
