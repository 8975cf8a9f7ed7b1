import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './findFreePort.ts';
import { runProgram, unprivilegedUser } from '../programs/runProgram.ts';

/** A PostgreSQL of its own in a folder of its own. */
export interface PostgresServer {
  readonly url: string;
  /** The process that the others of PostgreSQL descend from. */
  readonly pid: number;
  /** Kills every connection and process, recovers and listens again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes and starts a PostgreSQL; one that need not survive a power cut is faster. Takes the folder of its binaries. */
export async function startPostgres(binaries: string, { durable = false } = {}): Promise<PostgresServer> {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const run = (program: string, args: string[]) => runProgram(join(binaries, program), args, { cwd: folder, ...user });
  await run('initdb', ['-D', data, '-U', 'cinema', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=${durable ? 'on' : 'off'} -c max_connections=200`;
  await run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options]);
  return {
    url: `postgres://cinema@127.0.0.1:${port}/postgres`,
    pid: Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10),
    async restart() {
      await run('pg_ctl', ['restart', '-w', '-m', 'immediate', '-D', data, '-l', join(folder, 'log'), '-o', options]);
    },
    async stop() {
      await run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
