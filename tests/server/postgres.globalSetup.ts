import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { findFreePort } from './findFreePort.ts';
import { findPostgresBinaries, installPostgres } from './postgresBinaries.ts';
import { runProgram, unprivilegedUser } from './runProgram.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL half of the tests runs; empty when it is left out. */
    postgresUrl: string;
  }
}

const LEFT_OUT =
  'The PostgreSQL half of the server tests is LEFT OUT: no PostgreSQL was found on this machine. ' +
  'Install it (apt-get install postgresql) or set TEST_DATABASE_URL=postgres://user:password@host/database.';

export default async function startPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  if (given !== '') {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const binaries = (await findPostgresBinaries()) ?? (await installPostgres());
  if (binaries === undefined) {
    if ((process.env['CI'] ?? '') !== '') throw new Error(LEFT_OUT);
    process.stderr.write(`\n${LEFT_OUT}\n\n`);
    project.provide('postgresUrl', '');
    return undefined;
  }
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const run = (program: string, args: string[]) => runProgram(join(binaries, program), args, { cwd: folder, ...user });
  await run('initdb', ['-D', data, '-U', 'cinema', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  await run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options]);
  project.provide('postgresUrl', `postgres://cinema@127.0.0.1:${port}/postgres`);
  return async () => {
    await run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data]);
    await rm(folder, { recursive: true, force: true });
  };
}
