import { PostgresDialect, type Dialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { PoolState } from './database.ts';
import { DatabaseBusy } from './databaseFailure.ts';
import { prepareOnPostgres } from './prepareOnPostgres.ts';

const BIGINT_TYPE = 20;
const POOL_SIZE = 24;
const LONGEST_QUEUE = 2000;
const CONNECT_TIMEOUT_MILLISECONDS = 5000;
const STATEMENT_TIMEOUT_MILLISECONDS = 15_000;

/** Opens a pool of connections to PostgreSQL that reads bigint as a number. Takes a `postgres://` URL. */
export function openPostgresDialect(url: string, poolSize = POOL_SIZE): { dialect: Dialect; pool: () => PoolState } {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT_TYPE, parseSafeInteger);
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
  });
  // A connection that breaks, idle or at work, is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepare = prepareOnPostgres();
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => {
        if (pool.waitingCount >= LONGEST_QUEUE) throw new DatabaseBusy();
        return prepare(await pool.connect());
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
  return {
    dialect,
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

function parseSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
