import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditBooks } from '../../src/server/store/audit.ts';
import { nosferatu, theKid } from './catalogueMovies.ts';
import { describeOnBothEngines, describeOnPostgres, describeOnSqlite, variablesOf } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { addPeople, addPerson, booking, buy, cancel, topUp } from './people.ts';
import { runCommandLine } from './runCommandLine.ts';
import { catalogueFile, testFolder } from './testFolder.ts';

async function withBooks(cinema: Cinema): Promise<void> {
  const [one, two] = await addPeople(cinema, 2, { balance: 500_000 });
  if (one === undefined || two === undefined) throw new Error('Nobody came');
  await buy(cinema, one, { seatNumbers: [1, 2] });
  const { id: ticketId } = await buy(cinema, two, { seatNumbers: [3] });
  await buy(cinema, two, { seatNumbers: [4, 5] });
  await cancel(cinema, two, ticketId);
}

const CORRUPTIONS: readonly (readonly [what: string, statements: readonly string[], breach: RegExp])[] = [
  ['a balance of one rupiah more', ['update users set balance = balance + 1'], /^User \S+ has a balance of/],
  ['an entry that is missing', ["delete from ledger where kind = 'refund'"], /should have the entries purchase -35000/],
  ['an amount that was changed', ["update ledger set amount = amount - 1 where kind = 'purchase'"], /^Entry 2 of user/],
  ['a balance after that was changed', ['update ledger set balance_after = balance_after + 1'], /^Entry 1 of user/],
  [
    'a seat that is missing',
    ['delete from booked_seats where seat_number = 5'],
    /should hold the seats 4, 5, but holds 4$/,
  ],
  [
    'a seat of another showtime',
    ['update booked_seats set starts_at = 0 where seat_number = 1'],
    /which is not for its showtime$/,
  ],
  [
    'a seat of a cancelled ticket',
    ["update tickets set cancelled_at = 1 where seat_numbers = '[4,5]'"],
    /should hold the seats none, but holds 4, 5$/,
  ],
  ['a price that was changed', ['update tickets set ticket_price = ticket_price * 2'], /should have the entries/],
];

/** How the engine's files are checked. */
const HOW = {
  sqlite: "SQLite's integrity_check",
  postgres: 'every row read of 10 tables, without amcheck, which is not installed here',
};

describeOnBothEngines('reliability 1 to 4: the audit', ({ test, engine, open, location }) => {
  test('finds nothing in sound books', async ({ cinema }) => {
    await withBooks(cinema);
    expect(await auditBooks(cinema.db)).toEqual({ users: 2, entries: 6, tickets: 3, breaches: [] });
  });

  test.each(CORRUPTIONS)('finds %s', async (_what, statements, breach) => {
    const cinema = await open();
    await withBooks(cinema);
    const triggers =
      engine === 'sqlite'
        ? ['drop trigger ledger_no_update', 'drop trigger ledger_no_delete']
        : ['drop trigger ledger_append_only on ledger'];
    for (const statement of [...triggers, ...statements]) await sql.raw(statement).execute(cinema.db);
    const { breaches } = await auditBooks(cinema.db);
    expect(breaches.some((message) => breach.test(message))).toBe(true);
  });

  test('ends with 0 on sound books and with 1 on others, naming the breach', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect());
    await withBooks(cinema);
    expect(await runCommandLine('audit', variablesOf(where))).toEqual({
      code: 0,
      said: `2 users, 6 ledger entries, 3 tickets: the books are sound. The files are sound (${HOW[engine]}).\n`,
    });
    await cinema.db.updateTable('users').set({ balance: 1 }).execute();
    const { code, said } = await runCommandLine('audit', variablesOf(where));
    expect(code, 'the exit code of the audit').toBe(1);
    expect(said).toMatch(/^User \S+ has a balance of 1 after .*\nUser .*\n2 users, .*: 2 breaches\n$/);
  });

  test('reliability 59: finds a foreign trigger, a missing guard and a column that nobody made', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect());
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
    const { code, said } = await runCommandLine('audit', variablesOf(where));
    expect(code, said).toBe(1);
    expect(said.trim().split('\n').toSorted()).toEqual(
      engine === 'sqlite'
        ? [
            'The schema: 3 breaches',
            'The table users is not what the migrations make it',
            'The trigger ledger_no_update is missing',
            'There is a foreign trigger gift',
          ]
        : [
            'The schema: 3 breaches',
            'The trigger ledger.ledger_append_only is missing',
            'There is a foreign column users.gift',
            'There is a foreign trigger ledger.gift',
          ],
    );
  });
});

describeOnBothEngines('the catalogue command', ({ location }) => {
  test('tells what it added, changed, removed and kept, and a server started later leaves it', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect(), {
      movies: [theKid, nosferatu, { ...theKid, id: 3, title: 'Metropolis' }],
    });
    await buy(cinema, await addPerson(cinema, { balance: 500_000 }));
    const file = catalogueFile(
      JSON.stringify([
        { ...nosferatu, ticket_price: 45_000 },
        { ...theKid, id: 4, title: 'Sunrise' },
      ]),
    );
    expect(await runCommandLine('catalogue', variablesOf(where), file)).toEqual({
      code: 0,
      said: 'Added: Sunrise\nChanged: Nosferatu\nRemoved: Metropolis\nNo longer sold, with tickets that live on: The Kid\n',
    });
    expect((await cinema.call('GET', 'movie')).body).toMatchObject([
      { title: 'Nosferatu', ticket_price: 45_000 },
      { title: 'Sunrise' },
    ]);
    expect((await runCommandLine('catalogue', variablesOf(where))).code, 'the exit code without a file').toBe(1);
  });
});

describeOnSqlite('reliability 40: the backup', ({ location }) => {
  test('made while people buy is whole, and restores', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect());
    const buyers = await addPeople(cinema, 64, { balance: 500_000 });
    const folder = testFolder();
    const file = join(folder, 'backup.sqlite');
    const stop = new AbortController();
    const buying = (async () => {
      for (let seat = 0; !stop.signal.aborted; seat += 1) {
        const { token = '' } = buyers[seat % 64] ?? {};
        const body = booking({ seatNumbers: [(seat % 64) + 1] });
        await cinema.call('POST', 'user/tickets', { token, body });
        await topUp(cinema, { token }, 1000);
      }
    })();
    const answer = await runCommandLine('backup', variablesOf(where), file);
    stop.abort();
    await buying;
    expect(answer.code, answer.said).toBe(0);
    expect((await runCommandLine('backup', variablesOf(where), file)).said).toBe(`The file ${file} is there already\n`);

    const restored = join(folder, 'restored');
    mkdirSync(restored);
    renameSync(file, join(restored, 'nobar-now.sqlite'));
    const { code, said } = await runCommandLine('audit', { DATA_DIR: restored });
    expect([code, said]).toEqual([0, expect.stringMatching(/^64 users, .*: the books are sound\. /)]);
  });
});

describeOnPostgres('reliability 40: the backup', ({ location }) => {
  test('of PostgreSQL is left to its own tools', async () => {
    const { code, said } = await runCommandLine('backup', variablesOf(await location()), 'file');
    expect([code, said]).toEqual([1, 'PostgreSQL is backed up by its own pg_dump\n']);
  });
});
