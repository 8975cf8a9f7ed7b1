import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, vi } from 'vitest';
import { backUp } from '../../src/server/db/backUp.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import { addPerson } from './people.ts';
import { runCommandLine, startServerProcess } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

let folder = '';
beforeEach(() => void (folder = testFolder()));

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const modesIn = (path: string) => Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));

describeOnSqlite('reliability 57: the data on the disk', ({ test }) => {
  test('belong to their owner alone: file, WAL, backup and folder, whatever the umask', async () => {
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

  test('are taken from others who could read them before', async ({ cinema }) => {
    const { connect, dataDirectory } = cinema;
    await addPerson(cinema);
    for (const name of readdirSync(dataDirectory)) chmodSync(join(dataDirectory, name), 0o644);
    chmodSync(dataDirectory, 0o755);
    connect();
    expect(new Set([...Object.values(modesIn(dataDirectory)), modeOf(dataDirectory)])).toEqual(new Set(['600', '700']));
  });

  test.each([
    ['holds anything else', 0o775, ['somebody-elses']],
    ['everybody writes to', 0o1777, []],
  ])('leave a folder as it is that %s, and are closed in it all the same', async (_what, mode, names) => {
    for (const name of names) writeFileSync(join(folder, name), '');
    chmodSync(folder, mode);
    const { db } = openDatabase({ dataDirectory: folder });
    onTestFinished(() => db.destroy());
    expect([modeOf(folder), modeOf(join(folder, 'nobar-now.sqlite'))]).toEqual([mode.toString(8), '600']);
  });

  test('are no links: what one leads to is refused before anything of it is changed', () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'not a database');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(folder, 'nobar-now.sqlite'));
    expect(() => openDatabase({ dataDirectory: folder })).toThrow(
      /nobar-now\.sqlite is a symbolic link: set DATA_DIR to the folder/,
    );
    expect(modeOf(elsewhere)).toBe('644');
  });

  test('of a backup are synced before it has its name, and its folder after', async ({ cinema }) => {
    const file = join(folder, 'backup.sqlite');
    const synced: { folder: boolean; named: boolean }[] = [];
    await watchSyncs(async (handle) => {
      synced.push({ folder: (await handle.stat()).isDirectory(), named: existsSync(file) });
    });
    await backUp(cinema.dataDirectory, file);
    expect(synced).toEqual([
      { folder: false, named: false },
      { folder: true, named: true },
    ]);
  });
});

/** Calls `listener` with what Node is to sync, until the test ends. */
async function watchSyncs(listener: (handle: FileHandle) => Promise<void>): Promise<void> {
  const some = await open(folder);
  const kind: FileHandle = Object.getPrototypeOf(some);
  await some.close();
  const watching = vi.spyOn(kind, 'sync').mockImplementation(async function sync(this: FileHandle) {
    await listener(this);
  });
  onTestFinished(() => watching.mockRestore());
}
