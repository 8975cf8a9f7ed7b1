import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely';
import type { PoolState } from './database.ts';
import { PostgresConnection } from './postgresConnection.ts';
import { openPostgresPool, type PostgresLimits } from './postgresPool.ts';
import { openPostgresSeatChanges } from './postgresSeatChanges.ts';
import type { SeatChanges } from './seatChanges.ts';
import { nameStatements } from './nameStatements.ts';

/** Opens PostgreSQL by a pool of connections, and one that tells of changed seats. Takes a `postgres://` URL. */
export function openPostgresDialect(
  url: string,
  limits?: Partial<PostgresLimits>,
): { dialect: Dialect; pool: () => PoolState; seatChanges: SeatChanges } {
  const pool = openPostgresPool(url, limits);
  const seatChanges = openPostgresSeatChanges(url);
  const nameOf = nameStatements();
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => new PostgresConnection(await pool.borrow(), nameOf, seatChanges.tell),
    beginTransaction: (connection, settings) => ours(connection).begin(settings),
    commitTransaction: (connection) => ours(connection).commit(),
    rollbackTransaction: (connection) => ours(connection).rollback(),
    async releaseConnection(connection) {
      const { client, isLost } = ours(connection);
      pool.giveBack(client, isLost);
    },
    async destroy() {
      await seatChanges.close();
      await pool.end();
    },
  };
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  return { dialect, pool: () => pool.state(), seatChanges };
}

function ours(connection: DatabaseConnection): PostgresConnection {
  if (connection instanceof PostgresConnection) return connection;
  throw new TypeError('This connection belongs to another driver');
}
