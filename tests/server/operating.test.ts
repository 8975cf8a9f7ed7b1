import { closeSync, mkdirSync, openSync, readdirSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { offeredDates } from '#domain/calendar.ts';
import { backUp } from '../../src/server/db/backUp.ts';
import { inspectDatabase } from '../../src/server/db/inspectDatabase.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { migrations } from '../../src/server/db/migrations/migrations.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { auditBooks } from '../../src/server/store/audit.ts';
import { closeAllSessions } from '../../src/server/store/sessions.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnBothEngines, describeOnPostgres, describeOnSqlite } from './onBothEngines.ts';
import { THURSDAY_MORNING, type Cinema } from './openCinema.ts';
import { freshDatabase, onPostgres } from './postgresDatabases.ts';
import { addPeople, addPerson, buy, cancel, heldBy, heldSeats, purchase, topUp } from './people.ts';
import { runCommandLine } from './startServerProcess.ts';
import { catalogueFile, testFolder } from './testFolder.ts';

async function withBooks(cinema: Cinema): Promise<void> {
  const [one, two] = [await addPerson(cinema, { balance: 500_000 }), await addPerson(cinema, { balance: 500_000 })];
  await buy(cinema, one, { seatNumbers: [1, 2] });
  const { id: ticketId } = await buy(cinema, two, { seatNumbers: [3] });
  await buy(cinema, two, { seatNumbers: [4, 5] });
  await cancel(cinema, two, ticketId);
}

const CORRUPTIONS: readonly (readonly [what: string, statements: readonly string[], breach: RegExp])[] = [
  ['a balance that is one rupiah too high', ['update users set balance = balance + 1'], /^User \S+ has a balance of/],
  [
    'a balance without any ledger entry',
    [
      `insert into users (id, username, username_key, display_name, age, password_hash, balance, created_at)
        values ('gift', 'gift', 'gift', 'Gift', 30, '', 1, 0)`,
    ],
    /^User gift has a balance of 1 after 0 entries, but the ledger holds 0 entries/,
  ],
  ['a missing ledger entry', ["delete from ledger where kind = 'refund'"], /should have the entries purchase -35000/],
  ['a changed amount', ["update ledger set amount = amount - 1 where kind = 'purchase'"], /^Entry 2 of user/],
  ['a changed balance_after', ['update ledger set balance_after = balance_after + 1'], /^Entry 1 of user/],
  ['a missing seat', ['delete from taken_seats where seat_number = 5'], /should hold the seats 4, 5, but holds 4$/],
  [
    'a seat booked for another showtime',
    ['update taken_seats set starts_at = 0 where seat_number = 1'],
    /which is not for its showtime$/,
  ],
  [
    'a seat still booked for a cancelled ticket',
    ["update tickets set cancelled_at = 1 where seat_numbers = '[4,5]'"],
    /should hold the seats none, but holds 4, 5$/,
  ],
  [
    'a film id that now belongs to another film',
    ["update movies set title = 'Metropolis' where id = 1"],
    /^Film 1 is Metropolis, but sold 3 tickets as The Kid$/,
  ],
  [
    'an admission of a cancelled ticket',
    [
      "insert into doors values ('d', 'Entrance', 'hash', 0, 1, null)",
      "insert into admissions select id, 'd', 0 from tickets where cancelled_at is not null",
    ],
    /was admitted, but is cancelled$/,
  ],
  [
    'an admission of a ticket that does not exist',
    [
      "insert into doors values ('d', 'Entrance', 'hash', 0, 1, null)",
      "insert into admissions values ('missing', 'd', 0)",
    ],
    /^Ticket missing was admitted, but does not exist$/,
  ],
  ['a changed price', ['update tickets set ticket_price = ticket_price * 2'], /should have the entries/],
];

/** The audit's description of its file check, per engine. */
const FILE_CHECKS = {
  sqlite: "SQLite's integrity_check",
  postgres: 'every row of 14 tables read, because the extension amcheck is not available',
};

/** The risks of the databases of the tests, whose PostgreSQL does not sync its files. */
const RISKS = {
  sqlite: '',
  postgres: 'PostgreSQL may lose what it has acknowledged when its machine stops: turn on fsync\n',
};

describeOnBothEngines('reliability 1 to 4, 48 and 74: the audit', ({ engine, open }) => {
  test.each(CORRUPTIONS)('finds %s', async (_what, statements, breach) => {
    const cinema = await open({ spoilsBooks: true });
    await withBooks(cinema);
    const guards =
      engine === 'sqlite'
        ? ['drop trigger ledger_no_update', 'drop trigger ledger_no_delete', 'pragma foreign_keys = off']
        : [
            'drop trigger ledger_append_only on ledger',
            'alter table tickets drop constraint tickets_of_their_film',
            'alter table admissions drop constraint admissions_ticket_id_fkey',
          ];
    for (const statement of [...guards, ...statements]) await sql.raw(statement).execute(cinema.db);
    const { breaches } = await auditBooks(cinema.db);
    expect(breaches.some((message) => breach.test(message))).toBe(true);
  });

  test('exits with 0 for sound books, and with 1 and a list of breaches otherwise', async () => {
    const cinema = await open({ spoilsBooks: true });
    await withBooks(cinema);
    expect(await runCommandLine('audit', cinema.variables)).toEqual({
      code: 0,
      said: `2 users, 6 ledger entries, 3 tickets: the books are sound. The files are sound (${FILE_CHECKS[engine]}).\n${RISKS[engine]}`,
    });
    await cinema.db.updateTable('users').set({ balance: 1 }).execute();
    const { code, said } = await runCommandLine('audit', cinema.variables);
    expect(code, 'the exit code of the audit').toBe(1);
    expect(said).toMatch(/^User \S+ has a balance of 1 after .*\nUser .*\n2 users, .*: 2 breaches\n$/);
  });

  test('reads one snapshot while users change their balance', async () => {
    const cinema = await open();
    const person = await addPerson(cinema);
    const audits = await inspectDatabase(cinema, (inspection) =>
      inspection.readSnapshot(async (db) => {
        const before = await auditBooks(db);
        await topUp(cinema, person, 1000);
        return [before, await auditBooks(db)];
      }),
    );
    expect(audits[1]).toEqual(audits[0]);
  });

  test("reliability 59: accepts an operator's own index", async () => {
    const cinema = await open();
    await sql.raw('create index tickets_for_a_report on tickets (booked_at)').execute(cinema.db);
    expect(await runCommandLine('audit', cinema.variables)).toMatchObject({ code: 0 });
  });

  test('reliability 59: finds a trigger, a missing guard and a column that no migration created', async () => {
    const cinema = await open();
    const changes =
      engine === 'sqlite'
        ? [
            'create trigger gift after insert on ledger begin update users set balance = balance + 1; end',
            'drop trigger ledger_no_update',
          ]
        : [
            `create function gift() returns trigger language plpgsql as 'begin return new; end'`,
            'create trigger gift before insert on ledger for each row execute function gift()',
            'drop trigger ledger_append_only on ledger',
          ];
    for (const change of [...changes, 'alter table users add column gift text'])
      await sql.raw(change).execute(cinema.db);
    const { code, said } = await runCommandLine('audit', cinema.variables);
    expect(code, said).toBe(1);
    expect(said.trim().split('\n').toSorted()).toEqual(
      engine === 'sqlite'
        ? [
            'The schema: 3 breaches',
            'The table users differs from the one that the migrations create',
            'The trigger gift was not created by a migration',
            'The trigger ledger_no_update is missing',
          ]
        : [
            'The column users.gift was not created by a migration',
            'The schema: 3 breaches',
            'The trigger ledger.gift was not created by a migration',
            'The trigger ledger.ledger_append_only is missing',
          ],
    );
  });
});

describeOnSqlite('reliability 59: the audit of the files', ({ test }) => {
  test('finds a lost database page that does not change the books', async ({ cinema }) => {
    const pageSchema = v.object({ page: v.number(), size: v.number() });
    const { rows } = await sql`select rootpage as page, page_size as size from sqlite_schema, pragma_page_size
      where name = 'idempotency_keys_by_age'`.execute(cinema.db);
    const { page, size } = v.parse(pageSchema, rows[0]);
    await sql`pragma wal_checkpoint(truncate)`.execute(cinema.db);
    const file = openSync(databaseFile(cinema.dataDirectory), 'r+');
    writeSync(file, new Uint8Array(size), 0, size, (page - 1) * size);
    closeSync(file);
    const { code, said } = await runCommandLine('audit', cinema.variables);
    expect([code, said]).toEqual([1, expect.stringMatching(/ page .*\nSQLite's integrity_check: \d+ breaches\n$/)]);
  });
});

describeOnPostgres('reliability 59: the audit of the files', ({ location }) => {
  test('uses amcheck where it is installed, and finds an index that does not match its table', async () => {
    const databaseUrl = await freshDatabase();
    const database = openDatabase({ dataDirectory: '', databaseUrl });
    await migrate(database, THURSDAY_MORNING);
    await database.db.destroy();
    await onPostgres(
      databaseUrl,
      'create extension amcheck',
      `create function half(n bigint) returns bigint language sql immutable as 'select n / 2'`,
      'create index by_half on schema_migrations (half(number))',
    );
    const sound = await runCommandLine('audit', { DATABASE_URL: databaseUrl });
    expect(sound).toEqual({
      code: 0,
      said: expect.stringMatching(/The files are sound \(PostgreSQL's amcheck of \d\d indexes and 14 tables\)\.\n/),
    });
    await onPostgres(
      databaseUrl,
      `create or replace function half(n bigint) returns bigint language sql immutable as 'select n * 2'`,
    );
    const { code, said } = await runCommandLine('audit', { DATABASE_URL: databaseUrl });
    expect([code, said]).toEqual([1, expect.stringMatching(/^Index by_half: .* lacks matching index tuple/)]);
  });

  test('overrides the statement_timeout of the server, the role or the database', async () => {
    const url = new URL((await location()).databaseUrl ?? '');
    url.searchParams.set('options', '-c statement_timeout=3000');
    const limit = await inspectDatabase({ dataDirectory: '', databaseUrl: url.href }, (inspection) =>
      inspection.readSnapshot(async (db) => (await sql`show statement_timeout`.execute(db)).rows),
    );
    expect(limit).toEqual([{ statement_timeout: '0' }]);
  });
});

const COMMANDS = ['audit', 'backup', 'catalogue', 'endSessions', 'releaseHolds'] as const;

describeOnSqlite('a command in a data folder without a database', ({ test }) => {
  test.each(COMMANDS)('%s reports the missing database, names the folder and creates nothing', async (name) => {
    const folder = testFolder();
    const file = name === 'catalogue' ? catalogueFile('[]') : join(folder, 'backup.sqlite');
    expect(await runCommandLine(name, { DATA_DIR: folder }, file)).toEqual({
      code: 1,
      said: `There is no database in the data folder ${folder}: set DATA_DIR to the folder of the server\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describeOnBothEngines('a command on a database without migrations', ({ location }) => {
  test.each(['audit', 'catalogue', 'endSessions', 'releaseHolds'] as const)(
    '%s names the command to run first',
    async (name) => {
      const { variables, connect } = await location();
      await sql`select 1`.execute(connect().db);
      const { code, said } = await runCommandLine(name, variables, catalogueFile('[]'));
      expect([code, said]).toEqual([
        1,
        expect.stringContaining(
          `The database lacks the migrations ${migrations.map(({ number }) => number).join(', ')}: run npm run migrate first\n`,
        ),
      ]);
    },
  );
});

describeOnBothEngines('the catalogue command', ({ open }) => {
  test('lists the films that it added, changed, removed and took off sale', async () => {
    const cinema = await open({ movies: [theKid, nosferatu, { ...theKid, id: 3, title: 'Metropolis' }] });
    await buy(cinema, await addPerson(cinema, { balance: 500_000 }));
    const dearer = { ...nosferatu, ticket_price: 45_000 };
    const sunrise = { ...theKid, id: 4, title: 'Sunrise' };
    const file = catalogueFile(JSON.stringify([dearer, sunrise]));
    expect(await runCommandLine('catalogue', cinema.variables, file)).toEqual({
      code: 0,
      said: 'Added: Sunrise\nChanged: Nosferatu\nRemoved: Metropolis\nNo longer on sale, but sold tickets stay valid: The Kid\n',
    });
    expect((await cinema.call('GET', 'movie')).body).toEqual([dearer, sunrise]);
    expect((await runCommandLine('catalogue', cinema.variables)).code, 'the exit code without a file').toBe(1);
  });

  test('empties the catalogue, and a later migrate keeps it empty', async () => {
    const cinema = await open({ movies: [theKid] });
    await addPerson(cinema);
    await runCommandLine('catalogue', cinema.variables, catalogueFile('[]'));
    await runCommandLine('migrate', cinema.variables);
    expect((await cinema.call('GET', 'movie')).body).toEqual([]);
  });
});

describeOnBothEngines('the command that ends all sessions', ({ test }) => {
  test('ends more sessions than it deletes at once', async ({ cinema }) => {
    const { id } = await addPerson(cinema);
    const times = { created_at: 0, last_used_at: 0, expires_at: Number.MAX_SAFE_INTEGER };
    const sessions = Array.from({ length: 1001 }, (_, index) => ({ token_hash: `${index}`, user_id: id, ...times }));
    await cinema.db.insertInto('sessions').values(sessions).execute();
    expect(await closeAllSessions(cinema.db)).toBe(sessions.length + 1);
    expect(await cinema.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describeOnBothEngines('the command that releases holds', ({ open }) => {
  test('frees the seats of one user or of one showtime, shared ones too', async () => {
    const cinema = await open({ now: Date.now() });
    const [, tomorrow = ''] = offeredDates(cinema.clock.now, cinema.zone);
    const showtime = { showtimeDate: tomorrow, showtimeTime: '20.35' };
    const [ana, budi, citra] = await addPeople(cinema, 3, { balance: 500_000 });
    if (ana === undefined || budi === undefined || citra === undefined) throw new Error('No users were added');
    await heldBy(cinema, ana, [1, 2], { ...showtime, shared: true });
    await heldBy(cinema, budi, [3], showtime);
    await heldBy(cinema, citra, [4], { ...showtime, showtimeTime: '17.15' });
    const release = (...args: readonly string[]) => runCommandLine('releaseHolds', cinema.variables, ...args);
    const held = (time: string) => heldSeats(cinema, tomorrow, time);
    expect(await release(ana.username.toUpperCase())).toEqual({
      code: 0,
      said: 'One hold is released. Its seats are free again.\n',
    });
    expect([await held('20.35'), await held('17.15')]).toEqual([[3], [4]]);
    expect((await release('The Kid', tomorrow, '20.35')).said).toBe(
      'One hold is released. Its seats are free again.\n',
    );
    expect([await held('20.35'), await held('17.15')]).toEqual([[], [4]]);
    expect((await release(budi.username)).said).toBe('0 holds are released. Their seats are free again.\n');
  });
});

describeOnSqlite('reliability 40: the backup', ({ test }) => {
  test('is complete and can be restored when it is made during purchases', async ({ cinema }) => {
    const buyers = await addPeople(cinema, 64, { balance: 500_000 });
    const folder = testFolder();
    const file = join(folder, 'backup.sqlite');
    const stop = new AbortController();
    const buying = (async () => {
      for (let seat = 0; !stop.signal.aborted; seat += 1) {
        const { token = '' } = buyers[seat % 64] ?? {};
        await purchase(cinema, { token }, { seatNumbers: [(seat % 64) + 1] });
        await topUp(cinema, { token }, 1000);
      }
    })();
    const answer = await runCommandLine('backup', cinema.variables, file);
    stop.abort();
    await buying;
    expect(answer.code, answer.said).toBe(0);
    expect((await runCommandLine('backup', cinema.variables, file)).said).toBe(`The file ${file} already exists\n`);

    const restored = join(folder, 'restored');
    mkdirSync(restored);
    renameSync(file, join(restored, 'nobar-now.sqlite'));
    const { code, said } = await runCommandLine('audit', { DATA_DIR: restored });
    expect([code, said]).toEqual([0, expect.stringMatching(/^64 users, .*: the books are sound\. /)]);
  });

  test('replaces the incomplete file that an interrupted backup has left', async ({ cinema }) => {
    const folder = testFolder();
    const file = join(folder, 'backup.sqlite');
    writeFileSync(`${file}.partial`, 'SQLite format 3');
    await backUp(cinema.dataDirectory, file);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
  });
});
