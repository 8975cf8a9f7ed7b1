import { chmodSync, cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../src/server/db/backUp.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { restoreFile } from '../../src/server/db/restoreFile.ts';
import { openDoor } from '../../src/server/store/doors.ts';
import { dump, expectSoundBooks } from './books.ts';
import { freshDatabase } from './postgresDatabases.ts';
import { describeOnPostgres, describeOnSqlite } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { addPerson, buy, type Person } from './people.ts';
import { follow, runbook } from './runbook.ts';
import { runCommandLine } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

const HOUR = 3_600_000;

let folder = '';
beforeEach(() => void (folder = testFolder()));

const inFolder = (name: string) => join(folder, name);

/** Runs `work` on a server and closes the server and its database afterwards. */
async function visit<Result>(
  where: { readonly dataDirectory: string; readonly databaseUrl?: string },
  work: (cinema: Cinema) => Promise<Result>,
): Promise<Result> {
  const cinema = await openCinema(openDatabase(where));
  try {
    return await work(cinema);
  } finally {
    await cinema.app.close();
    await cinema.db.destroy();
  }
}

/** Adds an open door and two signed-in users, the first with a ticket, and returns the first. */
async function fill(cinema: Cinema): Promise<Person> {
  await inTransaction(cinema.db, (transaction) =>
    openDoor(transaction, { name: 'Entrance', now: cinema.clock.now, endsAt: Date.now() + HOUR }),
  );
  const one = await addPerson(cinema, { balance: 100_000 });
  await addPerson(cinema, { balance: 100_000 });
  await buy(cinema, one);
  return one;
}

/** Fills a data folder, runs the statements on its database and returns all its contents. */
function corrupt(dataDirectory: string, ...statements: readonly string[]) {
  return visit({ dataDirectory }, async (cinema) => {
    await fill(cinema);
    for (const statement of statements) await sql.raw(statement).execute(cinema.db);
    return dump(cinema);
  });
}

/** All contents except the sessions and the doors. */
const contents = async (cinema: Cinema) => ({ ...(await dump(cinema)), sessions: [], doors: [] });

describeOnSqlite('reliability 56: a restore', () => {
  test('with the README commands restores all data except sessions and open doors, audits it and keeps the replaced file', async () => {
    const variables = { DATA_DIR: inFolder('data'), FILE: inFolder('backup.sqlite') };
    const where = { dataDirectory: variables.DATA_DIR };
    const [visitor, before] = await visit(where, async (cinema) => [await fill(cinema), await contents(cinema)]);
    await follow(runbook('npm run backup'), variables);
    await visit(where, (cinema) => buy(cinema, visitor, { seatNumbers: [1] }));
    chmodSync(join(where.dataDirectory, 'nobar-now.sqlite'), 0o644);
    const said = await follow(runbook('npm run restore'), variables);
    expect(said).toContain(`${variables.FILE} is restored into ${variables.DATA_DIR}.\n2 sessions are ended:`);
    expect(said).toContain('1 doors are closed.');
    expect(said).toContain("2 users, 3 ledger entries, 1 tickets: the books are sound. The files are sound (SQLite's");
    const [aside = ''] = /[^/]*\.replaced-\S*Z/.exec(said) ?? [];
    expect(readdirSync(where.dataDirectory).toSorted()).toEqual(['nobar-now.sqlite', aside]);
    expect(statSync(join(where.dataDirectory, aside)).mode & 0o777).toBe(0o600);
    await visit(where, async (cinema) => {
      expect(await contents(cinema)).toEqual(before);
      expect((await cinema.call('GET', 'user/info', { token: visitor.token })).status).toBe(401);
      await expectSoundBooks(cinema);
    });
  });

  test('needs --replace where a database exists, and is refused while a server uses the folder', async () => {
    const backup = inFolder('backup.sqlite');
    const data = { DATA_DIR: inFolder('data') };
    const other = { DATA_DIR: inFolder('other') };
    await visit({ dataDirectory: data.DATA_DIR }, fill);
    await runCommandLine('backup', data, backup);
    expect((await runCommandLine('restore', other, backup)).code, 'the exit code of restore').toBe(0);
    expect(await runCommandLine('restore', other, backup)).toEqual({
      code: 1,
      said: `There is already a database in the data folder ${other.DATA_DIR}: add --replace after the file to rename and keep it\n`,
    });
    await visit({ dataDirectory: other.DATA_DIR }, async (cinema) => {
      const before = await dump(cinema);
      expect(await runCommandLine('restore', other, backup, '--replace')).toEqual({
        code: 1,
        said: `A server or a command uses the data folder ${other.DATA_DIR}: stop it first (database is locked)\n`,
      });
      expect(await dump(cinema)).toEqual(before);
    });
    expect(readdirSync(other.DATA_DIR)).toEqual(['nobar-now.sqlite']);
  });

  test('is refused when a server starts in the folder meanwhile, and keeps what that server writes', async () => {
    const where = { dataDirectory: inFolder('data') };
    const file = inFolder('backup.sqlite');
    await visit(where, fill);
    await backUp(where.dataDirectory, file);
    const open = () => {
      const { db } = openDatabase(where);
      onTestFinished(() => db.destroy());
      return db;
    };
    const restored = restoreFile({ ...where, file, aside: 'replaced' }, async () => {
      await open().insertInto('pulse').values({ id: 1, beaten_at: 7 }).execute();
    });
    await expect(restored).rejects.toThrow(/^A server or a command uses the data folder \S+: stop it first/);
    expect(await open().selectFrom('pulse').select('beaten_at').execute()).toEqual([{ beaten_at: 7 }]);
    expect(readdirSync(where.dataDirectory).filter((name) => /replaced|restoring/.test(name))).toEqual([]);
  });

  test('of an invalid file or a database with unsound books is refused and changes nothing', async () => {
    const data = { DATA_DIR: inFolder('data') };
    const where = { dataDirectory: data.DATA_DIR };
    const [before, unsound, foreign] = [await corrupt(where.dataDirectory), inFolder('unsound'), inFolder('foreign')];
    await corrupt(unsound, 'update users set balance = 1');
    await corrupt(foreign, 'create trigger gift after insert on ledger begin update users set balance = 0; end');
    const text = inFolder('text');
    writeFileSync(text, 'This is a text, and longer than a header of SQLite, which has a hundred bytes. '.repeat(9));
    for (const [file, message] of [
      [inFolder('none'), /^There is no file \S+\n$/],
      [text, /^The file \S+ is not a backup: file is not a database\n$/],
      [join(unsound, 'nobar-now.sqlite'), /^User \S+ has a balance of 1 /],
      [join(foreign, 'nobar-now.sqlite'), /^The trigger gift was not created by a migration\n/],
    ] as const) {
      const { code, said } = await runCommandLine('restore', data, file, '--replace');
      expect([code, said]).toEqual([1, expect.stringMatching(message)]);
    }
    expect(existsSync(inFolder('none'))).toBe(false);
    expect(readdirSync(data.DATA_DIR)).toEqual(['nobar-now.sqlite']);
    expect(await visit(where, (cinema) => dump(cinema))).toEqual(before);
  });
});

describeOnPostgres('reliability 56: a restore', () => {
  test('with the README commands for PostgreSQL restores all data except sessions and open doors, and audits it', async () => {
    const FILE = inFolder('backup.dump');
    const old = await freshDatabase();
    const [visitor, before] = await visit({ dataDirectory: '', databaseUrl: old }, async (cinema) => [
      await fill(cinema),
      await contents(cinema),
    ]);
    expect(await runCommandLine('backup', { DATABASE_URL: old }, FILE)).toEqual({
      code: 1,
      said: 'PostgreSQL is backed up by its own pg_dump\n',
    });
    await follow(runbook('pg_dump'), { FILE, DATABASE_URL: old });
    const restored = await freshDatabase();
    const said = await follow(runbook('pg_restore'), { FILE, DATABASE_URL: restored });
    expect(said).toContain('2 sessions are ended: all users must sign in again. 1 doors are closed.');
    expect(said).toContain('2 users, 3 ledger entries, 1 tickets: the books are sound. The files are sound (every row');
    await visit({ dataDirectory: '', databaseUrl: restored }, async (cinema) => {
      expect(await contents(cinema)).toEqual(before);
      expect((await cinema.call('GET', 'user/info', { token: visitor.token })).status).toBe(401);
      await buy(cinema, await addPerson(cinema, { balance: 35_000 }), { seatNumbers: [1] });
      await expectSoundBooks(cinema);
    });
    expect((await runCommandLine('restore', { DATABASE_URL: restored }, FILE)).said).toMatch(
      /^Restore PostgreSQL with pg_restore/,
    );
  });
});

describeOnSqlite('reliability 56: a restore of a copied data folder', () => {
  test('restores what the file and the write-ahead log beside it contain together', async () => {
    const from = inFolder('from');
    const copy = inFolder('copy');
    await visit({ dataDirectory: from }, async (cinema) => {
      await addPerson(cinema);
      // The server still runs, so that its latest changes are only in the write-ahead log.
      cpSync(from, copy, { recursive: true });
    });
    const restored = await runCommandLine('restore', { DATA_DIR: inFolder('to') }, join(copy, 'nobar-now.sqlite'));
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('1 users, 0 ledger entries') });
  });
});

describeOnSqlite('reliability 69: a file named on the command line', () => {
  test('is relative to the working directory without npm, although an older npm run has left INIT_CWD', async () => {
    const data = inFolder('data');
    await visit({ dataDirectory: data }, fill);
    const { code, said } = await runCommandLine(
      'backup',
      { DATA_DIR: data, INIT_CWD: folder },
      'no/such/backup.sqlite',
    );
    expect({ code, said }).toEqual({ code: 1, said: expect.not.stringContaining(folder) });
  });

  test('is relative to the folder where the command was typed, and is reported by its absolute path', async () => {
    const data = inFolder('data');
    await visit({ dataDirectory: data }, fill);
    const typedIn = { DATA_DIR: data, npm_lifecycle_event: 'backup', INIT_CWD: folder };
    const { code, said } = await runCommandLine('backup', typedIn, 'backup.sqlite');
    expect({ code, said, exists: existsSync(inFolder('backup.sqlite')) }).toEqual({
      code: 0,
      said: expect.stringContaining(`The database is backed up to ${inFolder('backup.sqlite')}.`),
      exists: true,
    });
  });
});
