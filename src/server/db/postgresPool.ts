import { Client, Pool, TypeOverrides, type ClientConfig, type PoolClient } from 'pg';
import * as v from 'valibot';
import type { PoolState } from './database.ts';
import { DatabaseBusy } from './databaseFailure.ts';
import type { KeptStatements } from './postgresBatch.ts';
import { splitHosts } from './postgresHosts.ts';

const BIGINT_TYPE = 20;
const LONGEST_QUEUE = 2000;
const KEEP_ALIVE_MILLISECONDS = 10_000;
const UNFIT = 'Connection error: this host is silent or may only be read';

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

/** What every call is held to, so that it is answered within 20 s. */
export const POSTGRES_LIMITS: PostgresLimits = {
  poolSize: 12,
  connect: 5000,
  statement: 8000,
  answer: 9000,
  life: 600,
};

/** A connection that was lent. */
export interface Lent {
  readonly client: PoolClient;
  /** Whether PostgreSQL itself is at the other end, rather than a pool that gives each transaction another connection. */
  readonly isDirect: boolean;
  readonly kept: KeptStatements;
}

/** Connections to PostgreSQL that are used again as long as they can be relied on. */
export interface PostgresPool {
  /** Lends a connection. Throws DatabaseBusy when too many wait for one. */
  borrow(): Promise<Lent>;
  /** Takes one back. When it was lost, none that is as old is used again: all may lead to the same dead end. */
  giveBack(client: PoolClient, lost: boolean): void;
  state(): PoolState;
  end(): Promise<void>;
}

/** Opens connections to the database of a `postgres://` URL; of several hosts, to the one that can write. Reads bigint as a number. */
export function openPostgresPool(url: string, changes: Partial<PostgresLimits> = {}): PostgresPool {
  const limits = { ...POSTGRES_LIMITS, ...changes };
  const hosts = splitHosts(url);
  const opened = new WeakMap<PoolClient, Lent & { readonly era: number }>();
  /** Each loss begins another. */
  let era = 0;

  class HostClient extends Client {
    constructor(config: ClientConfig = {}) {
      super({ ...config, connectionString: hosts[0] ?? url });
    }
  }

  const pool = new Pool({
    Client: HostClient,
    max: limits.poolSize,
    types: readingBigint(),
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    connectionTimeoutMillis: Math.ceil(limits.connect / hosts.length),
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.statement,
    query_timeout: limits.answer,
    maxLifetimeSeconds: limits.life,
  });
  // A connection that breaks, idle or at work, is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  /** Gives a connection of this era, or nothing for one that had to be dropped. Throws when the first host is of no use. */
  async function connect(): Promise<Lent | undefined> {
    const client = await pool.connect();
    const known = opened.get(client);
    if (known?.era === era) return known;
    const found = known === undefined ? await lookAt(client) : undefined;
    if (found === undefined || (found.isReadOnly && hosts.length > 1)) {
      drop(client);
      if (known === undefined) throw new Error(UNFIT);
      return undefined;
    }
    const lent = { client, isDirect: found.isDirect, kept: new Map(), era };
    opened.set(client, lent);
    return lent;
  }

  return {
    async borrow() {
      if (pool.waitingCount >= LONGEST_QUEUE) throw new DatabaseBusy();
      for (let others = hosts.length - 1; ;) {
        const [host] = hosts;
        try {
          const client = await connect();
          if (client !== undefined) return client;
        } catch (error) {
          if (others === 0) throw error;
          others -= 1;
          if (hosts[0] === host) hosts.push(...hosts.splice(0, 1));
        }
      }
    },
    giveBack(client, lost) {
      if (lost) era += 1;
      if (opened.get(client)?.era === era) client.release();
      else drop(client);
    },
    state: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** Hangs up without a goodbye, which a silent network would never take. */
function drop(client: PoolClient): void {
  client.connection.stream.destroy();
  client.release(true);
}

const foundSchema = v.object({ pid: v.number(), read_only: v.picklist(['on', 'off']) });

/** What a new connection leads to; nothing when it does not say. */
async function lookAt(client: PoolClient): Promise<{ isDirect: boolean; isReadOnly: boolean } | undefined> {
  const asked = client.query(`select pg_backend_pid() as pid, current_setting('transaction_read_only') as read_only`);
  const answer = await asked.catch(() => undefined);
  if (answer === undefined) return undefined;
  const { pid, read_only: readOnly } = v.parse(foundSchema, answer.rows[0]);
  return { isDirect: Reflect.get(client, 'processID') === pid, isReadOnly: readOnly === 'on' };
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
