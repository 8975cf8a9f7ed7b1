import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { faultOfSettings, risksOf } from '../../src/server/db/checkPostgres.ts';
import { describeOnPostgres } from './onBothEngines.ts';
import { freshDatabase, onPostgres } from './postgresDatabases.ts';
import { runCommandLine, startServerProcess } from './startServerProcess.ts';

const right = {
  database: 'nobar',
  encoding: 'UTF8',
  version: 150_018,
  connections: 97,
  is_standby: false,
  is_read_only: false,
};

/** Creates a database that stores text as LATIN1, dropped after the test, and returns its URL. */
async function latinDatabase(): Promise<string> {
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  const options = `encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`;
  await onPostgres(inject('postgresUrl'), `create database ${name} ${options}`);
  onTestFinished(() => onPostgres(inject('postgresUrl'), `drop database ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return url.href;
}

async function readOnlyDatabase(): Promise<string> {
  const url = await freshDatabase();
  const name = new URL(url).pathname.slice(1);
  await onPostgres(inject('postgresUrl'), `alter database ${name} set default_transaction_read_only = on`);
  return url;
}

describeOnPostgres('reliability 70: a database that the server cannot use', () => {
  test('is refused at the start if it stores text as LATIN1', async () => {
    const server = startServerProcess({ DATABASE_URL: await latinDatabase() });
    await expect(server.url).rejects.toThrow(/stores text as LATIN1.* createdb --encoding=UTF8 --template=template0/);
    expect(await server.ended).toBe(1);
  });

  test('is refused by migrate if it is read-only', async () => {
    const said = expect.stringMatching(/is read-only: turn off default_transaction_read_only/);
    expect(await runCommandLine('migrate', { DATABASE_URL: await readOnlyDatabase() })).toEqual({ code: 1, said });
  });
});

test.each([
  [{ version: 140_012 }, 'PostgreSQL 14 is too old: install 15 or later'],
  [{ is_standby: true }, 'PostgreSQL is a standby, which accepts no writes: DATABASE_URL must name the primary'],
  [{ connections: 11 }, 'PostgreSQL allows 11 connections, but each server opens up to 12: raise max_connections'],
  [{ version: 150_000 }, undefined],
  [{ connections: 12 }, undefined],
  [{}, undefined],
])('reliability 70: the reason against a database with %j is %s', (changes, fault) => {
  expect(faultOfSettings({ ...right, ...changes })).toBe(fault);
});

test.each([
  [{}, []],
  [
    { stored: '2.31', provided: '2.36' },
    [/sorted by version 2\.31 .* the system has 2\.36.* REINDEX DATABASE nobar, then ALTER DATABASE nobar REFRESH/],
  ],
  [{ off: 'fsync, full_page_writes' }, [/may lose what it has acknowledged .* turn on fsync, full_page_writes$/]],
])('reliability 70: with %j, the start and the audit say %j', (changes, sentences) => {
  const risks = risksOf({ database: 'nobar', stored: '2.31', provided: '2.31', off: null, ...changes });
  expect(risks).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});
