import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { findFreePort } from './findFreePort.ts';
import { onPostgres } from './postgresDatabases.ts';
import { unprivilegedUser } from '../programs/runProgram.ts';

/** A running PgBouncer. */
export interface PgBouncer {
  /** The `postgres://` URL of the database through it. */
  readonly url: string;
  /** Kills it, so that all connections are lost, and starts it again. */
  readonly restart: () => Promise<void>;
}

/** Starts PgBouncer in transaction mode for a database until the test ends. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `postgres = host=${hostname} port=${databasePort} dbname=postgres user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 200',
    'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    'server_login_retry = 1',
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  if (user !== undefined) for (const each of [folder, file]) await chown(each, user.uid, user.gid);
  const url = `postgres://${username}@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const child = spawn(program, ['-q', file], { cwd: folder, ...user, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await vi.waitFor(() => onPostgres(url, 'select 1'), { timeout: 10_000 });
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  };
  let kill = await start();
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url,
    async restart() {
      await kill();
      kill = await start();
    },
  };
}
