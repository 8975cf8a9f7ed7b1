import {
  PostgresDialect,
  type Dialect,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, TypeOverrides, type PoolClient } from 'pg';
import type { PoolState } from './database.ts';
import { DatabaseBusy, isConnectionLost } from './databaseFailure.ts';

const BIGINT_TYPE = 20;
const MAX_WAITING = 2000;
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** How many connections to PostgreSQL there may be, and how long anything may take (reliability 43). */
export interface PostgresLimits {
  readonly poolSize: number;
  /** Milliseconds until a connection is free or opened. */
  readonly connect: number;
  /** Milliseconds that PostgreSQL works on a statement; 0 for as long as it takes. */
  readonly statement: number;
  /** Milliseconds until a statement is answered, more than PostgreSQL works on it: else the network is silent. 0 never gives up. */
  readonly answer: number;
  /** Seconds that a connection lives. */
  readonly life: number;
}

/** Limits of every call, so that it is answered within 20 s. */
export const POSTGRES_LIMITS: PostgresLimits = {
  poolSize: 12,
  connect: 5000,
  statement: 8000,
  answer: 9000,
  life: 600,
};

/**
 * Opens the database of a `postgres://` URL by a pool of connections, which are used again as long as they can be relied on.
 * Beyond 2,000 that wait for one the next gets DatabaseBusy. Reads bigint as a number.
 */
export function openPostgres(
  url: string,
  changes: Partial<PostgresLimits> = {},
): { dialect: Dialect; pool: () => PoolState } {
  const limits = { ...POSTGRES_LIMITS, ...changes };
  const pool = new Pool({
    connectionString: url,
    max: limits.poolSize,
    types: readingBigint(),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.statement,
    query_timeout: limits.answer,
    maxLifetimeSeconds: limits.life,
  });
  let reliable = new WeakSet<PoolClient>();
  // A connection that breaks, idle or at work, is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    reliable.add(client);
    client.on('error', () => undefined);
  });

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      if (pool.waitingCount >= MAX_WAITING) throw new DatabaseBusy();
      const client = await pool.connect();
      if (reliable.has(client)) return new LentClient(client, giveBack);
      hangUp(client);
    }
  }

  /** When a connection was lost, none that is as old is used again: all may lead to the same dead end. */
  function giveBack(client: PoolClient, isLost: boolean): void {
    if (isLost) reliable = new WeakSet();
    if (reliable.has(client)) client.release();
    else hangUp(client);
  }

  return {
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Remembers whether the connection was lost while it was lent; nothing is asked of it from then on (reliability 44). */
class LentClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #giveBack: (client: PoolClient, isLost: boolean) => void;
  #failure: unknown;

  constructor(client: PoolClient, giveBack: (client: PoolClient, isLost: boolean) => void) {
    this.#client = client;
    this.#giveBack = giveBack;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Nothing of this product reads by a cursor');
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      // Without a name, so that a pool in between may run each transaction on another connection.
      return await this.#client.query(text, [...parameters]);
    } catch (error) {
      if (isConnectionLost(error)) this.#failure = error;
      throw error;
    }
  }

  release(isDiscarded = false): void {
    this.#giveBack(this.#client, isDiscarded || this.#failure !== undefined);
  }
}

/** Without a goodbye, which a silent network would never take. */
function hangUp(client: PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}

function readingBigint(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT_TYPE, parseSafeInteger);
  return types;
}

function parseSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
