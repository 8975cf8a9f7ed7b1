import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { backUp } from '../../src/server/db/backUp.ts';
import { databaseFile, openDatabase } from '../../src/server/db/openDatabase.ts';
import { restoreFile } from '../../src/server/db/restoreFile.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import { addPerson } from './people.ts';
import { runCommandLine, startServerProcess } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

let folder = '';
beforeEach(() => void (folder = testFolder()));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const modesIn = (path: string) => Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));

describeOnSqlite('reliability 57: the data files', ({ test }) => {
  test('are private to their owner with any umask: database, WAL, backup and folder', async () => {
    const data = join(folder, 'data');
    const server = startServerProcess({ DATA_DIR: data });
    await server.url;
    expect(modesIn(data)).toEqual({
      'nobar-now.sqlite': '600',
      'nobar-now.sqlite-shm': '600',
      'nobar-now.sqlite-wal': '600',
    });
    expect(modeOf(data)).toBe('700');
    const file = join(folder, 'backup.sqlite');
    expect((await runCommandLine('backup', { DATA_DIR: data }, file)).code, 'the exit code of backup').toBe(0);
    expect(modeOf(file)).toBe('600');
    await server.stop();
  });

  test('become private when the server opens them, if other users could read them', async ({ cinema }) => {
    const { connect, dataDirectory } = cinema;
    await addPerson(cinema);
    for (const name of readdirSync(dataDirectory)) chmodSync(join(dataDirectory, name), 0o644);
    chmodSync(dataDirectory, 0o755);
    connect();
    expect(new Set([...Object.values(modesIn(dataDirectory)), modeOf(dataDirectory)])).toEqual(new Set(['600', '700']));
  });

  test.each([
    ['contains other files', 0o775, ['somebody-elses']],
    ['is writable for all users', 0o1777, []],
  ])('are private in a folder that %s, and the folder keeps its mode', async (_what, mode, names) => {
    for (const name of names) writeFileSync(join(folder, name), '');
    chmodSync(folder, mode);
    const { db } = openDatabase({ dataDirectory: folder });
    onTestFinished(() => db.destroy());
    expect([modeOf(folder), modeOf(join(folder, 'nobar-now.sqlite'))]).toEqual([mode.toString(8), '600']);
  });

  test('may not be symbolic links: the server refuses one before it changes the target', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'not a database');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(folder, 'nobar-now.sqlite'));
    expect(() => openDatabase({ dataDirectory: folder })).toThrow(
      /nobar-now\.sqlite is a symbolic link: set DATA_DIR to the folder/,
    );
    expect(modeOf(elsewhere)).toBe('644');
  });

  test('of a backup and a restore are synced before they are renamed, and the folder afterwards', async ({
    cinema,
  }) => {
    const backup = join(folder, 'backup.sqlite');
    const dataDirectory = join(folder, 'restored');
    const order = [
      { folder: false, named: false },
      { folder: true, named: true },
    ];
    expect(await syncsUntil(backup, () => backUp(cinema.dataDirectory, backup))).toEqual(order);
    const restore = () => restoreFile({ file: backup, dataDirectory, aside: undefined }, async () => undefined);
    expect(await syncsUntil(databaseFile(dataDirectory), restore)).toEqual(order);
  });
});

/** Runs `work` and returns what it synced: whether it was a folder, and whether the file had its name by then. */
async function syncsUntil(file: string, work: () => Promise<unknown>) {
  const some = await open(folder);
  const kind: FileHandle = Object.getPrototypeOf(some);
  await some.close();
  const synced: { folder: boolean; named: boolean }[] = [];
  const watching = vi.spyOn(kind, 'sync').mockImplementation(async function sync(this: FileHandle) {
    synced.push({ folder: (await this.stat()).isDirectory(), named: existsSync(file) });
  });
  try {
    await work();
  } finally {
    watching.mockRestore();
  }
  return synced;
}
