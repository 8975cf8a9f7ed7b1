import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import type { Database } from './db/database.ts';
import { openDatabaseClock, type DatabaseClock } from './db/databaseClock.ts';
import { listRisks } from './db/checkPostgres.ts';
import { databaseFile, openDatabase } from './db/openDatabase.ts';
import type { ServerConfig } from './environment.ts';
import { OperatorError } from './errors.ts';
import { logOptions } from './http/logOptions.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { serveMetrics } from './http/serveMetrics.ts';
import { openLogStream } from './output/logStream.ts';
import { forgetExpired } from './store/forgetExpired.ts';
import { countHeldSeats } from './store/holdLimits.ts';
import { prepareDatabase } from './store/prepareDatabase.ts';
import { readCatalogue } from './store/readCatalogue.ts';

const BUILT_PAGES = fileURLToPath(new URL('../../dist', import.meta.url));
const MINUTE = 60_000;
const HANG_UP_MILLISECONDS = 100;
const MAX_DELAY_MILLISECONDS = 3000;

export interface RunningServer {
  readonly url: string;
  /** Undefined when `METRICS_PORT` is not set. */
  readonly metricsUrl: string | undefined;
  /** The database in words: the absolute path of its file, or host and name. */
  readonly data: string;
  /** Stops listening. Resolves when all pending responses are sent and the database is closed. */
  readonly stop: () => Promise<void>;
}

/** Options for tests that run several servers in one process. */
interface Surroundings {
  /** Receives the lines of the log; standard output by default. */
  readonly stream?: { readonly write: (line: string) => void };
  /** The server refuses requests while the event loop is delayed by more than this, in milliseconds. */
  readonly maxDelay?: number;
}

/**
 * Opens and migrates the database, loads the films if necessary, then listens. Throws an OperatorError with the reason when it
 * cannot start.
 */
export async function startServer(
  environment: ServerConfig,
  { stream, maxDelay = MAX_DELAY_MILLISECONDS }: Surroundings = {},
): Promise<RunningServer> {
  const movies = await readCatalogue(environment.cataloguePath);
  const database = openDatabase(environment);
  try {
    const areChosen = environment.cataloguePath !== undefined;
    await prepareDatabase(database, { movies, areChosen, now: Date.now() });
    const clock = await openDatabaseClock(database);
    const log =
      stream === undefined ? openLogStream() : { ...stream, countDropped: () => 0, close: async () => undefined };
    const metrics =
      environment.metricsPort === undefined
        ? undefined
        : createMetrics({
            pool: database.pool,
            countHeldSeats: () => countHeldSeats(database.db, { now: clock.now() }),
            countDroppedLines: log.countDropped,
          });
    const app = await createApp({
      db: database.db,
      isReachable: database.isReachable,
      now: clock.now,
      zone: environment.zone,
      logger: { ...logOptions(environment.logLevel), stream: log },
      pagesDirectory: existsSync(`${BUILT_PAGES}/index.html`) ? BUILT_PAGES : undefined,
      publicOrigin: environment.publicOrigin,
      trustProxy: environment.trustProxy,
      hstsSubdomains: environment.hstsSubdomains,
      securityContact: environment.securityContact,
      holdLimits: environment.holdLimits,
      doorOpensMinutes: environment.doorOpensMinutes,
      metrics,
      maxDelay,
    });
    if (database.engine === 'postgres') for (const risk of await listRisks(database.db)) app.log.warn(risk);
    const url = await listen(app, environment);
    const metricsServer = await openMetrics(app, metrics, environment);
    const stopping = new AbortController();
    const tidying = forgetRegularly(app, database, clock, stopping.signal);
    return {
      url,
      metricsUrl: metricsServer?.url,
      data: describeData(environment),
      async stop() {
        stopping.abort();
        const hangingUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_MILLISECONDS);
        await app.close();
        clearInterval(hangingUp);
        await metricsServer?.stop();
        await tidying;
        clock.stop();
        await database.db.destroy();
        await log.close();
      },
    };
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
}

function describeData({ dataDirectory, databaseUrl }: ServerConfig): string {
  if (databaseUrl === undefined) return `the file ${databaseFile(dataDirectory)}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL, ${host}${pathname}`;
}

async function listen(app: FastifyInstance, { host, port }: ServerConfig): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} of ${host} is in use already: set PORT to another`);
    throw new OperatorError(`The server cannot listen on port ${port} of ${host} (${code})`);
  }
}

async function openMetrics(app: FastifyInstance, metrics: Metrics | undefined, environment: ServerConfig) {
  const { metricsPort: port, metricsHost: host } = environment;
  if (metrics === undefined || port === undefined) return undefined;
  try {
    return await serveMetrics(metrics, { host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Deletes expired rows, now and every minute. Logs errors and continues (reliability 45). */
async function forgetRegularly(
  app: FastifyInstance,
  { db }: Database,
  { now }: DatabaseClock,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await forgetExpired(db, { now: now(), stopping }).catch((error: unknown) => {
      app.log.warn({ err: error }, 'could not delete expired rows');
    });
    await wait(MINUTE, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
}
