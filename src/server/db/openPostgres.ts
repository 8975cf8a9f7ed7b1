import {
  PostgresDialect,
  type Dialect,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, TypeOverrides, type PoolClient } from 'pg';
import { timeLeft } from '../deadline.ts';
import type { Database } from './database.ts';
import { admitWriters } from './admitWriters.ts';
import {
  CommitUnanswered,
  DatabaseBusy,
  isConnectionLost,
  isDatabaseUnavailable,
  isUnanswered,
} from './databaseFailure.ts';
import { watchOutages } from './outage.ts';

const BIGINT_TYPE = 20;
const MAX_WAITING = 2000;
const KEEP_ALIVE_MILLISECONDS = 10_000;
/** Connections that commands leave to reads. */
const KEPT_FOR_READS = 2;
const WRITE = /^(?:begin|start transaction|insert|update|delete)\b/;
/** Finds a commit of any server of this database that has waited for a standby for longer than a number of milliseconds. */
const WAITING_COMMIT = `select from pg_stat_activity
  where wait_event = 'SyncRep' and query_start < clock_timestamp() - $1 * interval '1 millisecond' limit 1`;

/** The maximum number of connections to PostgreSQL, and the timeouts (reliability 43). */
export interface PostgresLimits {
  readonly poolSize: number;
  /** Milliseconds to wait until a connection is free or opened, and until a database can be reached that refuses connections. */
  readonly connect: number;
  /** Milliseconds after which PostgreSQL cancels a statement; 0 for no limit. */
  readonly statement: number;
  /**
   * Milliseconds to wait for the response to a statement; 0 for no limit. Longer than `statement`, so that it is only reached
   * when the network is silent.
   */
  readonly answer: number;
  /** Seconds after which a connection is replaced. */
  readonly life: number;
}

/** Together with the deadline of a request these limits let every API call get a response within 20 s. */
export const POSTGRES_LIMITS: PostgresLimits = {
  poolSize: 12,
  connect: 5000,
  statement: 8000,
  answer: 9000,
  life: 600,
};

/**
 * Opens the database at a `postgres://` URL with a connection pool. When one connection is lost, all that were open at that
 * time are closed instead of used again. While the database refuses connections, requests wait for its return. Throws DatabaseBusy
 * when 2,000 requests already wait. Reads bigint as a number.
 */
export function openPostgres(
  url: string,
  changes: Partial<PostgresLimits> = {},
): Pick<Database, 'pool' | 'isReachable'> & { dialect: Dialect } {
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
  // The pool replaces a broken connection. Without these listeners the error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    reliable.add(client);
    client.on('error', () => undefined);
  });

  const outage = watchOutages(async () => (await pool.connect()).release());
  const writers = admitWriters(Math.max(1, limits.poolSize - KEPT_FOR_READS), checkCommits);
  const waiting = () => pool.waitingCount + outage.waiting() + writers.waiting();

  /** Rejects while a commit has waited for more than half of the time after which a server gives up. Other commits are shorter. */
  async function checkCommits(): Promise<void> {
    const client = new LentClient(lease);
    try {
      const { rows } = await client.query(WAITING_COMMIT, [limits.answer / 2]);
      if (rows.length > 0) throw new CommitUnanswered();
    } catch (error) {
      throw isDatabaseUnavailable(error) ? new CommitUnanswered() : error;
    } finally {
      client.release();
    }
  }

  /** Lends a connection. While the database refuses connections, waits for its return, but not a second time. */
  async function borrow(isWriter: boolean): Promise<PoolClient> {
    const deadline = performance.now() + Math.min(limits.connect, timeLeft());
    // No `await` between this check and the queues without an outage, or thousands would pass the check at once.
    if (waiting() >= MAX_WAITING) throw new DatabaseBusy();
    if (outage.isOn()) await outage.pass(deadline - performance.now());
    if (isWriter) await writers.enter(deadline - performance.now());
    try {
      return await connect(deadline);
    } catch (error) {
      if (isWriter) writers.leave();
      throw error;
    }
  }

  async function connect(deadline: number): Promise<PoolClient> {
    try {
      return await takeReliable();
    } catch (error) {
      outage.begin(error);
      await outage.pass(deadline - performance.now());
      return takeReliable();
    }
  }

  async function takeReliable(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (reliable.has(client)) return client;
      hangUp(client);
    }
  }

  /** When a connection was lost, no connection opened before is used again: all may lead to the same dead server. */
  function giveBack(client: PoolClient, isLost: boolean): void {
    if (isLost) reliable = new WeakSet();
    if (reliable.has(client)) client.release();
    else hangUp(client);
  }

  const lease: Lease = {
    borrow,
    giveBack(client, { isWriter, isLost }) {
      giveBack(client, isLost);
      if (isWriter) writers.leave();
    },
    refuseWriters: writers.refuse,
  };

  async function end(): Promise<void> {
    outage.stop();
    writers.stop();
    await pool.end();
  }

  return {
    dialect: new PostgresDialect({ pool: { connect: async () => new LentClient(lease), end, options: pool.options } }),
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: waiting() }),
    isReachable: () => !outage.isOn(),
  };
}

/** The way in which connections are lent. */
interface Lease {
  readonly borrow: (isWriter: boolean) => Promise<PoolClient>;
  readonly giveBack: (client: PoolClient, use: { readonly isWriter: boolean; readonly isLost: boolean }) => void;
  /** Called after a write without an answer. */
  readonly refuseWriters: () => void;
}

/**
 * A connection in use, which is borrowed for the first query: this shows whether a command begins. Once it is lost, every further query
 * throws the same error without using it (reliability 44).
 */
class LentClient implements PostgresPoolClient {
  readonly #lease: Lease;
  #client: PoolClient | undefined;
  #isWriter = false;
  #failure: unknown;

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported');
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    const client = this.#client ?? (await this.#borrow(WRITE.test(text)));
    if (timeLeft() <= 0 && text !== 'rollback') throw new DatabaseBusy();
    try {
      // The statement has no name, so that a PgBouncer in between can run each transaction on a different connection.
      return await client.query(text, [...parameters]);
    } catch (error) {
      if (isConnectionLost(error)) this.#failure = error;
      if (this.#isWriter && isUnanswered(error)) this.#lease.refuseWriters();
      throw error;
    }
  }

  async #borrow(isWriter: boolean): Promise<PoolClient> {
    this.#client = await this.#lease.borrow(isWriter);
    this.#isWriter = isWriter;
    return this.#client;
  }

  release(isDiscarded = false): void {
    if (this.#client === undefined) return;
    const isLost = isDiscarded || this.#failure !== undefined;
    this.#lease.giveBack(this.#client, { isWriter: this.#isWriter, isLost });
  }
}

/** Closes the socket without PostgreSQL's terminate message, which could never be delivered on a silent network. */
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
