import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './findFreePort.ts';
import { runProgram, runToEnd, unprivilegedUser } from '../programs/runProgram.ts';

/** A PostgreSQL server with its own data folder. */
export interface PostgresServer {
  readonly url: string;
  /** The process id of the postmaster, the parent of all PostgreSQL processes. */
  readonly pid: number;
  /** Kills all connections and processes, then recovers and listens again. */
  restart(): Promise<void>;
  /** Kills all its processes at once, as when its machine dies. */
  kill(): Promise<void>;
  /** Promotes a standby to primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Whether to use fsync; without it PostgreSQL is faster but does not survive a power cut. */
  readonly durable?: boolean;
  /** The primary, when this server is to be its standby. */
  readonly standbyOf?: PostgresServer;
  /** The whole configuration besides the options of the command line; by default PostgreSQL's own. */
  readonly configuration?: string;
}

/** Creates and starts a PostgreSQL server. `binaries` is the folder of its programs. */
export async function startPostgres(
  binaries: string,
  { durable = false, standbyOf, configuration }: PostgresOptions = {},
): Promise<PostgresServer> {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const run = (program: string, ...args: string[]) =>
    runProgram(join(binaries, program), [...args, '-D', data], { cwd: folder, ...user });
  if (standbyOf === undefined) await run('initdb', '-U', 'cinema', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N');
  else await run('pg_basebackup', '-d', standbyOf.url, '-R', '-X', 'stream', '-c', 'fast', '-N');
  if (configuration !== undefined) await writeFile(join(data, 'postgresql.conf'), configuration);
  const fixed = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
  const options = ['-l', join(folder, 'log'), '-o', `${fixed} -c fsync=${durable ? 'on' : 'off'}`];
  await run('pg_ctl', 'start', '-w', ...options);
  const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
  return {
    url: `postgres://cinema@127.0.0.1:${port}/postgres`,
    pid,
    async restart() {
      await run('pg_ctl', 'restart', '-w', '-m', 'immediate', ...options);
    },
    async kill() {
      // Without the postmaster, the others would still answer for a moment.
      const children = (await runProgram('pgrep', ['-P', String(pid)])).trim().split('\n');
      // One of them may have ended by itself.
      await runToEnd('kill', ['-KILL', String(pid), ...children]);
    },
    async promote() {
      await run('pg_ctl', 'promote', '-w');
    },
    async stop() {
      // A killed server has stopped already.
      await run('pg_ctl', 'stop', '-w', '-m', 'immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
