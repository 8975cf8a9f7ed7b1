import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Program } from './program.ts';

/** The folder of initdb and pg_ctl: the newest installed version, or one in the PATH. */
export const postgres: Program = {
  debian: 'postgresql',
  find() {
    const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(b) - versionOf(a));
    return [...packaged, ...searchPath()].find((folder) =>
      ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program))),
    );
  },
};

/** A connection pooler for PostgreSQL. */
export const pgBouncer: Program = {
  debian: 'pgbouncer',
  find: () =>
    ['/usr/sbin', ...searchPath()].map((folder) => join(folder, 'pgbouncer')).find((program) => existsSync(program)),
};

function searchPath(): readonly string[] {
  return (process.env['PATH'] ?? '').split(delimiter);
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}
