import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../src/server/db/openDatabase.ts';
import { haproxy, pgBouncer } from '../../programs/databases.ts';
import { installMissing, pathOf } from '../../programs/program.ts';
import { findFreePort } from '../findFreePort.ts';
import { openLossyLine, type LossyLine } from '../lossyLine.ts';
import { addBuyers } from '../orders.ts';
import type { Person } from '../people.ts';
import { startPgBouncer, type PgBouncer } from '../pgBouncer.ts';
import { startPostgres, type PostgresServer } from '../startPostgres.ts';
import { COMMON_VARIABLES, startServerProcess, type ServerProcess } from '../startServerProcess.ts';

/** The configuration that operators get. */
const CONFIGURATION = join(import.meta.dirname, '../../../src/server/cluster');
const WAIT = { timeout: 60_000, interval: 20 };

/** How the standby follows the primary: an acknowledged commit is on both, or soon will be. */
export type Replication = 'synchronous' | 'asynchronous';

/** Two servers behind HAProxy, which also leads them to the PostgreSQL that accepts writes: the primary or, once promoted, the standby. */
export interface Cluster {
  /** The URL for visitors. */
  readonly url: string;
  readonly people: readonly Person[];
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** The way from the servers to the database, and from the standby to the primary. */
  readonly lines: { readonly toDatabase: LossyLine; readonly toPrimary: LossyLine };
  readonly pgBouncer: PgBouncer | undefined;
  readonly servers: readonly ClusterServer[];
}

/** One of the servers, which can be killed, and started again at its address. */
export interface ClusterServer {
  readonly url: string;
  readonly kill: () => Promise<void>;
  /** Stops by SIGTERM. */
  readonly stop: () => Promise<void>;
  /** Resolves when the server is ready. */
  readonly start: () => Promise<void>;
}

interface ClusterOptions {
  /** The folder of PostgreSQL's programs. */
  readonly binaries: string;
  readonly people: number;
  readonly replication?: Replication;
  readonly withPgBouncer?: boolean;
}

/** Starts a cluster until the test ends. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { binaries, people: count, replication = 'synchronous', withPgBouncer = false } = options;
  await installMissing([haproxy, ...(withPgBouncer ? [pgBouncer] : [])]);
  const primary = await startPostgres(binaries, {
    durable: true,
    ...(replication === 'synchronous' && { configuration: readConfiguration('primary.conf') }),
  });
  onTestFinished(() => primary.stop());
  const toPrimary = await openLossyLine(primary.url);
  const standby = await startPostgres(binaries, {
    durable: true,
    standbyOf: { ...primary, url: toPrimary.url },
    configuration: readConfiguration('standby.conf'),
  });
  onTestFinished(() => standby.stop());
  const people = await addBuyers(openDatabase({ dataDirectory: '', databaseUrl: primary.url }), count);

  const visitors = await freeAddress();
  const database = await freeAddress();
  const first = await freeAddress();
  const second = await freeAddress();
  await startProxy('visitors.cfg', { VISITORS: visitors, FIRST: first, SECOND: second });
  await startProxy('database.cfg', { DATABASE: database, EAST: hostOf(primary), WEST: hostOf(standby) });
  const toDatabase = await openLossyLine(`postgres://cinema@${database}/postgres`);
  const bouncer = withPgBouncer ? await startPgBouncer(pathOf(pgBouncer), toDatabase.url) : undefined;
  const servers = [first, second].map((address) => clusterServer(address, bouncer?.url ?? toDatabase.url));
  await Promise.all(servers.map((server) => server.start()));
  const url = `http://${visitors}`;
  await vi.waitUntil(() => isReady(url), WAIT);
  return { url, people, primary, standby, lines: { toDatabase, toPrimary }, pgBouncer: bouncer, servers };
}

function clusterServer(address: string, databaseUrl: string): ClusterServer {
  const url = `http://${address}`;
  let running: ServerProcess | undefined;
  onTestFinished(() => void running?.signal('SIGKILL'));
  return {
    url,
    async kill() {
      running?.signal('SIGKILL');
      await running?.ended;
    },
    stop: async () => running?.stop(),
    async start() {
      running = startServerProcess({
        DATABASE_URL: databaseUrl,
        PORT: new URL(url).port,
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'silent',
      });
      await running.url;
      await vi.waitUntil(() => isReady(url), WAIT);
    },
  };
}

/** Starts HAProxy until the test ends. Returns a function that reads its log. */
export async function startProxy(file: string, variables: Readonly<Record<string, string>>): Promise<() => string> {
  const child = spawn(pathOf(haproxy), ['-db', '-f', join(CONFIGURATION, file)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...COMMON_VARIABLES, ...variables },
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return () => log;
}

/** Whether the readiness check succeeds at this URL. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}

export function readConfiguration(name: string): string {
  return readFileSync(join(CONFIGURATION, name), 'utf8');
}

export async function freeAddress(): Promise<string> {
  return `127.0.0.1:${await findFreePort()}`;
}

export function hostOf({ url }: PostgresServer): string {
  return new URL(url).host;
}
