import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Program } from './program.ts';

/** The folder of initdb and pg_ctl: the newest installed version, or the one on the PATH. */
export const postgres: Program = {
  debian: 'postgresql',
  find() {
    const packaged = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(b) - versionOf(a));
    return [...packaged, ...searchPath()].find((folder) =>
      ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program))),
    );
  },
};

/** PgBouncer, a connection pooler for PostgreSQL. */
export const pgBouncer: Program = { debian: 'pgbouncer', find: () => find('pgbouncer') };

/** HAProxy, which leads visitors to a server that is ready, and servers to the database that accepts writes. */
export const haproxy: Program = { debian: 'haproxy', find: () => find('haproxy') };

function find(name: string): string | undefined {
  return ['/usr/sbin', ...searchPath()].map((folder) => join(folder, name)).find((program) => existsSync(program));
}

function searchPath(): readonly string[] {
  return (process.env['PATH'] ?? '').split(delimiter);
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
}
