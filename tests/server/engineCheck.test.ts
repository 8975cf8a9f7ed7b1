import { closeSync, openSync, writeSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { inspectDatabase } from '../../src/server/db/inspectDatabase.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { freshDatabase, onPostgres } from './freshDatabase.ts';
import { describeOnPostgres, describeOnSqlite, variablesOf } from './onBothEngines.ts';
import { openCinema, THURSDAY_MORNING } from './openCinema.ts';
import { runCommandLine } from './runCommandLine.ts';

const pageSchema = v.object({ page: v.number(), size: v.number() });

describeOnSqlite('reliability 59: the audit of the files', ({ location }) => {
  test('finds a page that the disk lost, of which the books know nothing', async () => {
    const where = await location();
    const { db } = await openCinema(where.connect());
    const { rows } = await sql`select rootpage as page, page_size as size from sqlite_schema, pragma_page_size
      where name = 'idempotency_keys_by_age'`.execute(db);
    const { page, size } = v.parse(pageSchema, rows[0]);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    const file = openSync(databaseFile(where.dataDirectory), 'r+');
    writeSync(file, new Uint8Array(size), 0, size, (page - 1) * size);
    closeSync(file);
    const { code, said } = await runCommandLine('audit', variablesOf(where));
    expect([code, said]).toEqual([1, expect.stringMatching(/ page .*\nSQLite's integrity_check: \d+ breaches\n$/)]);
  });
});

describeOnPostgres('reliability 59: the audit of the files', ({ location }) => {
  test('is done by amcheck where it is installed, and finds an index that is not that of its table', async () => {
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
      said: expect.stringMatching(/The files are sound \(PostgreSQL's amcheck of \d\d indexes and 10 tables\)\.\n$/),
    });
    await onPostgres(
      databaseUrl,
      `create or replace function half(n bigint) returns bigint language sql immutable as 'select n * 2'`,
    );
    const { code, said } = await runCommandLine('audit', { DATABASE_URL: databaseUrl });
    expect([code, said]).toEqual([1, expect.stringMatching(/^Index by_half: .* lacks matching index tuple/)]);
  });

  test('has no time limit, whatever a server, a role or the database gives a statement', async () => {
    const { databaseUrl = '' } = await location();
    const url = new URL(databaseUrl);
    url.searchParams.set('options', `${url.searchParams.get('options')} -c statement_timeout=3000`);
    const limit = await inspectDatabase({ dataDirectory: '', databaseUrl: url.href }, (inspection) =>
      inspection.readSnapshot(async (db) => (await sql`show statement_timeout`.execute(db)).rows),
    );
    expect(limit).toEqual([{ statement_timeout: '0' }]);
  });
});
