import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Movie } from '#contract/movie.ts';
import { createApp } from './app.ts';
import type { Database } from './db/database.ts';
import { isDatabaseUnavailable } from './db/databaseFailure.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/openDatabase.ts';
import type { Environment } from './environment.ts';
import { OperatorError } from './errors/operatorError.ts';
import { logOptions } from './http/logOptions.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { serveMetrics } from './http/serveMetrics.ts';
import { forgetExpired } from './store/forgetExpired.ts';
import { listMovies } from './store/movies.ts';
import { readCatalogue } from './store/readCatalogue.ts';
import { seedCatalogue } from './store/seedCatalogue.ts';

const BUILT_PAGES = fileURLToPath(new URL('../../dist', import.meta.url));
const HOUR = 3_600_000;
const HANG_UP_MILLISECONDS = 100;
const LONGEST_DELAY_MILLISECONDS = 3000;

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  /** Undefined when no port is set for the metrics. */
  readonly metricsUrl: string | undefined;
  /** Stops listening; resolves when the requests in flight are answered and the database is closed. */
  stop(): Promise<void>;
}

/** Opens, migrates and seeds the database, then serves. Throws an OperatorError that says in a sentence why it cannot. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const movies = await readCatalogue(environment.cataloguePath);
  const database = openDatabase(environment);
  try {
    await prepare(database, movies, environment);
    const metrics = environment.metricsPort === undefined ? undefined : createMetrics(database.pool);
    const app = await createApp({
      db: database.db,
      seatChanges: database.seatChanges,
      now: Date.now,
      zone: environment.zone,
      logger: logOptions(environment.logLevel),
      pagesDirectory: existsSync(`${BUILT_PAGES}/index.html`) ? BUILT_PAGES : undefined,
      trustProxy: environment.trustProxy,
      securityContact: environment.securityContact,
      metrics,
      longestDelay: LONGEST_DELAY_MILLISECONDS,
    });
    const url = await listen(app, environment);
    const metricsServer = await openMetrics(app, metrics, environment);
    const cleaning = keepTidy(app, database);
    return {
      url,
      metricsUrl: metricsServer?.url,
      async stop() {
        clearInterval(cleaning);
        const hangingUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_MILLISECONDS);
        await app.close();
        clearInterval(hangingUp);
        await metricsServer?.stop();
        await database.db.destroy();
      },
    };
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
}

async function prepare(database: Database, movies: readonly Movie[], environment: Environment): Promise<void> {
  try {
    await migrate(database, Date.now());
    if (environment.cataloguePath !== undefined || (await listMovies(database.db)).length === 0) {
      await seedCatalogue(database, movies);
    }
    await forgetExpired(database.db, { now: Date.now() });
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new OperatorError(
      isDatabaseUnavailable(error)
        ? `The database cannot be reached: ${reason}`
        : `The database cannot be prepared: ${reason}`,
    );
  }
}

async function listen(app: FastifyInstance, { host, port }: Environment): Promise<string> {
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

async function openMetrics(app: FastifyInstance, metrics: Metrics | undefined, environment: Environment) {
  const { metricsPort: port, metricsHost: host } = environment;
  if (metrics === undefined || port === undefined) return undefined;
  try {
    return await serveMetrics(metrics, { host, port });
  } catch (error) {
    await app.close();
    throw error;
  }
}

function keepTidy(app: FastifyInstance, { db }: Database): NodeJS.Timeout {
  return setInterval(() => {
    forgetExpired(db, { now: Date.now() }).catch((error: unknown) => {
      app.log.warn({ err: error }, 'what has expired could not be forgotten');
    });
  }, HOUR).unref();
}
