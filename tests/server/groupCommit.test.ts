import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseBusy } from '../../src/server/db/databaseFailure.ts';
import { createGroupCommit } from '../../src/server/db/groupCommit.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { openSqliteFile } from '../../src/server/db/openSqliteFile.ts';
import { openCinema } from './openCinema.ts';

describe('reliability 32 and 33: transactions that share a commit (SQLite)', () => {
  let folder = '';
  let writer: DatabaseSync;
  let other: DatabaseSync;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
    writer = openSqliteFile(join(folder, 'file.sqlite'));
    writer.exec('create table notes (text text not null) strict');
    other = new DatabaseSync(join(folder, 'file.sqlite'));
  });

  afterEach(() => {
    writer.close();
    other.close();
    rmSync(folder, { recursive: true });
  });

  const committed = () =>
    other
      .prepare('select text from notes order by rowid')
      .all()
      .map(({ text }) => text);
  const write = (text: string) => writer.prepare('insert into notes values (?)').run(text);

  test('every commit is synced to the disk before it counts', () => {
    expect(writer.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(writer.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test('nobody is told before the commit, and all are told after it', async () => {
    const group = createGroupCommit(writer);
    const seen: unknown[] = [];
    const member = async (text: string) => {
      await group.enter();
      write(text);
      seen.push(committed());
      await group.leave();
      expect(committed()).toEqual(['one', 'two']);
    };
    await Promise.all([member('one'), member('two')]);
    expect(seen).toEqual([[], []]);
  });

  test('one that is abandoned takes nobody with it', async () => {
    const group = createGroupCommit(writer);
    const keep = async (text: string) => {
      await group.enter();
      write(text);
      await group.leave();
    };
    const drop = async () => {
      await group.enter();
      write('dropped');
      group.abandon(new Error('no'));
    };
    await Promise.all([keep('one'), drop(), keep('two')]);
    expect(committed()).toEqual(['one', 'two']);
  });

  test('when the disk is full, all whose commit was lost are told so', async () => {
    const group = createGroupCommit(writer);
    writer.exec(`pragma max_page_count = ${Number(writer.prepare('pragma page_count').get()?.['page_count']) + 2}`);
    const member = async (text: string) => {
      await group.enter();
      try {
        write(text);
      } catch (error) {
        group.abandon(error);
        throw error;
      }
      await group.leave();
    };
    const answers = await Promise.allSettled([member('small'), member('x'.repeat(1_000_000)), member('after')]);
    const kept = committed();
    expect(answers.map(({ status }) => status)).toEqual(
      ['small', 'x', 'after'].map((text) => (kept.includes(text) ? 'fulfilled' : 'rejected')),
    );
    expect(answers[1]?.status).toBe('rejected');
    await member('later');
    expect(committed()).toContain('later');
  });

  test('reliability 39: beyond 2,000 that wait the next is refused', async () => {
    const group = createGroupCommit(writer);
    await group.enter();
    const waiting = Array.from({ length: 2000 }, () => group.enter().then(() => group.leave()));
    await expect(group.enter()).rejects.toThrow(DatabaseBusy);
    await group.leave();
    await Promise.all(waiting);
  });

  test('transactions of the store that come at once meet in one commit', async () => {
    const database = openDatabase({ dataDirectory: folder });
    const { app, db } = await openCinema(database);
    const titleOutside = async () =>
      (await db.selectFrom('movies').select('title').where('id', '=', 1).executeTakeFirstOrThrow()).title;
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(db, async (transaction) => {
          await transaction
            .updateTable('movies')
            .set({ title: `Film ${index}` })
            .where('id', '=', 1)
            .execute();
          return titleOutside();
        }),
      ),
    );
    expect(new Set(seen)).toEqual(new Set(['The Kid']));
    expect(await titleOutside()).toBe('Film 19');
    await app.close();
    await db.destroy();
  });
});
