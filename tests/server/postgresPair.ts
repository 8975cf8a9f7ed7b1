import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './findFreePort.ts';
import { runProgram, unprivilegedUser } from '../programs/runProgram.ts';

/** A primary, and a standby that has what the primary acknowledged. */
export interface PostgresPair {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Kills the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const OPTIONS = '-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100';

/** Makes and starts both. Takes the folder of PostgreSQL's binaries. */
export async function startPostgresPair(binaries: string): Promise<PostgresPair> {
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-pair-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const run = (program: string, args: string[]) => runProgram(join(binaries, program), args, { cwd: folder, ...user });
  const start = (data: string, port: number, more: string) =>
    run('pg_ctl', ['start', '-w', '-D', data, '-l', `${data}.log`, '-o', `-p ${port} ${OPTIONS} ${more}`]);
  const stop = (data: string) => run('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', data]).catch(() => undefined);
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];

  await run('initdb', ['-D', primary, '-U', 'cinema', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']);
  await start(primary, primaryPort, '-c synchronous_standby_names=*');
  await run('pg_basebackup', ['-D', standby, '-d', urlAt(primaryPort), '-R', '-X', 'stream', '-c', 'fast', '-N']);
  await start(standby, standbyPort, '');
  return {
    primaryUrl: urlAt(primaryPort),
    standbyUrl: urlAt(standbyPort),
    async killPrimary() {
      process.kill(Number.parseInt(await readFile(join(primary, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
    },
    async promote() {
      await run('pg_ctl', ['promote', '-w', '-D', standby]);
    },
    async stop() {
      await stop(standby);
      await stop(primary);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function urlAt(port: number): string {
  return `postgres://cinema@127.0.0.1:${port}/postgres`;
}
