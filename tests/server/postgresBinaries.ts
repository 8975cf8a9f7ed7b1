import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installOnDebian } from './installOnDebian.ts';

/** The folder that holds initdb and pg_ctl: the newest version installed, or one on the PATH. */
export async function findPostgresBinaries(): Promise<string | undefined> {
  const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(b) - versionOf(a));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return [...packaged, ...path].find((folder) => ['initdb', 'pg_ctl'].every((each) => existsSync(join(folder, each))));
}

/** Installs PostgreSQL when this is root on a Debian, and gives the folder of its binaries. */
export async function installPostgres(): Promise<string | undefined> {
  await installOnDebian('postgresql');
  return findPostgresBinaries();
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}
