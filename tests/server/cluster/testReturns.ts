import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/server/db/openDatabase.ts';
import { haproxy } from '../../programs/databases.ts';
import { installMissing } from '../../programs/program.ts';
import { onPostgres } from '../postgresDatabases.ts';
import { follow, runbook } from '../runbook.ts';
import { startPostgres, type PostgresServer } from '../startPostgres.ts';
import { freeAddress, hostOf, readConfiguration, startProxy } from './openCluster.ts';

const WAIT = { timeout: 20_000, interval: 50 };

/** Tests a database that comes back after it was off. `folder` is that of PostgreSQL's programs. About 6 s each. */
export function testReturns(folder: string): void {
  test('but gets no connection if it is the former primary and the new one is up', async () => {
    await installMissing([haproxy]);
    const east = await open(folder, 'primary.conf');
    const west = await open(folder, 'standby.conf', east);
    const address = await freeAddress();
    const readLog = await startProxy('database.cfg', { DATABASE: address, EAST: hostOf(east), WEST: hostOf(west) });
    const url = `postgres://cinema@${address}/postgres`;
    const logs = (line: string) => vi.waitUntil(() => readLog().includes(line), WAIT);

    await logs('Server database/west is DOWN');
    expect(await databasesOf(url)).toEqual([portOf(east)]);
    await kill(east);
    await logs('Server database/east is DOWN');
    await west.promote();
    await logs('Server database/west is UP');
    expect(await databasesOf(url)).toEqual([portOf(west)]);
    await east.restart();
    await logs('Server database/east is UP');
    expect(await databasesOf(url)).toEqual([portOf(west)]);
  });

  test.each([
    ['a first primary', 'primary.conf'],
    ['a promoted one', 'standby.conf'],
  ])('and follows %s again after three checkpoints if it is the standby', async (_, configuration) => {
    const primary = await open(folder, configuration);
    const standby = await open(folder, 'standby.conf', primary);
    await vi.waitUntil(() => isFollowed(primary), WAIT);
    await kill(standby);
    // A commit waits for no standby, as in the guide's "Sell without the standby".
    await onPostgres(
      primary.url,
      `alter system set synchronous_standby_names = ''`,
      'select pg_reload_conf()',
      'create table sold (ticket text)',
    );
    for (let checkpoint = 0; checkpoint < 3; checkpoint += 1)
      await onPostgres(
        primary.url,
        `insert into sold select repeat('x', 1000) from generate_series(1, 20000)`,
        'select pg_switch_wal()',
        'checkpoint',
      );
    await standby.restart();
    await vi.waitUntil(() => isFollowed(primary), WAIT);
  });
}

/** Starts PostgreSQL until the test ends. */
async function open(folder: string, configuration: string, standbyOf?: PostgresServer): Promise<PostgresServer> {
  const server = await startPostgres(folder, {
    ...(standbyOf !== undefined && { standbyOf }),
    configuration: readConfiguration(configuration),
  });
  onTestFinished(() => server.stop());
  return server;
}

/** Kills a server, and waits until its process is gone: before, pg_ctl would not start it again. */
async function kill(server: PostgresServer): Promise<void> {
  await server.kill();
  await vi.waitUntil(() => {
    try {
      return !process.kill(server.pid, 0);
    } catch {
      return true;
    }
  }, WAIT);
}

/** The ports of the databases that 40 new connections reach, each once. */
async function databasesOf(databaseUrl: string): Promise<readonly number[]> {
  const ports = new Set<number>();
  for (let connection = 0; connection < 40; connection += 1)
    for (const { port } of await select<{ readonly port: number }>(databaseUrl, 'select inet_server_port() as port'))
      ports.add(port);
  return [...ports];
}

/** Whether a standby follows this primary and has all of its WAL, by the command of the guide. */
async function isFollowed({ url }: PostgresServer): Promise<boolean> {
  const { hostname: PGHOST, port: PGPORT, username: PGUSER } = new URL(url);
  const said = await follow(runbook('psql --command "select application_name'), {
    PGHOST,
    PGPORT,
    PGUSER,
    PGDATABASE: 'postgres',
  });
  return /walreceiver +\| streaming +\| a?sync +\| 0 bytes/.test(said);
}

async function select<Row>(databaseUrl: string, statement: string): Promise<readonly Row[]> {
  const { db } = openDatabase({ dataDirectory: '', databaseUrl, postgresLimits: { poolSize: 1 } });
  try {
    return (await sql.raw<Row>(statement).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

function portOf({ url }: PostgresServer): number {
  return Number(new URL(url).port);
}
