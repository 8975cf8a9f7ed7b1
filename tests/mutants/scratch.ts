import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['index.html', 'machines', 'package.json', 'src', 'tests', 'tsconfig.json', 'vite.config.ts'];

/** A copy of the sources that may be spoiled; what is installed is shared. */
export interface Scratch {
  readonly folder: string;
  /** Does something while the fault is there. */
  readonly spoil: <Result>(fault: Fault, work: () => Promise<Result>) => Promise<Result>;
  readonly remove: () => Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'nobar-now-mutants-')));
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');

  return {
    folder,
    async spoil(fault, work) {
      const path = join(folder, fault.file);
      const sound = await readFile(path, 'utf8');
      await writeFile(path, spoiled(sound, fault));
      try {
        return await work();
      } finally {
        await writeFile(path, sound);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Says what is wrong with a row of the table itself; undefined when nothing is. */
export async function findStale(fault: Fault): Promise<string | undefined> {
  const source = await textOf(fault.file);
  const times = source.split(fault.text).length - 1;
  if (times !== 1) return `${fault.file} holds the text of “${fault.fault}” ${times} times, not once`;
  const { file, only = '' } = fault.by;
  const tests = await textOf(file);
  const missing = tests === '' ? file : namesIn(only).find((name) => !tests.includes(name));
  return missing === undefined ? undefined : `“${fault.fault}” is left to ${file}, where there is no “${missing}”`;
}

/** A file of the repository; empty where there is none. */
function textOf(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8').catch(() => '');
}

/** The names of suites and tests that a filter is made of, without the database that a table fills in. */
function namesIn(only: string): readonly string[] {
  return only.split(/ > | ?\((?:SQLite|PostgreSQL)\)/);
}

function spoiled(source: string, { text, replacement }: Fault): string {
  return source.replace(text, () => replacement);
}
