import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { Connection } from './connection.ts';
import type { PoolState } from './database.ts';
import { createGroupCommit, type GroupCommit } from './groupCommit.ts';
import { openSqliteFile, openSqliteReader } from './openSqliteFile.ts';
import { LOCK_PATIENCE, onceUnlocked } from './onceUnlocked.ts';
import { prepareStatements } from './prepareStatements.ts';
import { createSeatChanges, type SeatChanges, type ToldSeatChanges } from './seatChanges.ts';

const CHANGES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/**
 * Opens SQLite in one file: transactions share commits; a read outside of a transaction sees what is committed.
 * Throws an OperatorError on a SQLite that may lose a commit.
 */
export function openSqliteDialect(
  path: string,
  patience: number = LOCK_PATIENCE,
): {
  dialect: Dialect;
  pool: () => PoolState;
  seatChanges: SeatChanges;
} {
  const writer = openSqliteFile(path);
  const reader = openSqliteReader(path, 0);
  const seatChanges = createSeatChanges();
  const group = createGroupCommit(writer, patience);
  const close = () => {
    reader.close();
    writer.close();
  };
  const readNow = prepareStatements(reader);
  const read = (query: CompiledQuery) => onceUnlocked(() => readNow(query), patience);
  const shared = { group, write: prepareStatements(writer), read, tell: seatChanges.tell, close };
  const dialect: Dialect = {
    createDriver: () => createDriver(shared),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new GroupCommitAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return { dialect, pool: () => group.state(), seatChanges };
}

/** Lets transactions reach the group commit, which queues them; Kysely's own adapter would let in one at a time. */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(shared: Shared): Driver {
  return {
    init: async () => undefined,
    acquireConnection: async () => new GroupCommitConnection(shared),
    beginTransaction: async (connection) => ours(connection).begin(),
    commitTransaction: async (connection) => ours(connection).commit(),
    rollbackTransaction: async (connection) => ours(connection).rollback(),
    releaseConnection: async () => undefined,
    destroy: () => shared.group.alone(shared.close),
  };
}

interface Shared {
  readonly group: GroupCommit;
  readonly write: ReturnType<typeof prepareStatements>;
  readonly read: (query: CompiledQuery) => QueryResult<unknown> | Promise<QueryResult<unknown>>;
  readonly tell: ToldSeatChanges['tell'];
  readonly close: () => void;
}

class GroupCommitConnection extends Connection {
  readonly #shared: Shared;
  #inTransaction = false;
  #failure: unknown;

  constructor(shared: Shared) {
    super(shared.tell);
    this.#shared = shared;
  }

  async begin(): Promise<void> {
    await this.#shared.group.enter();
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#inTransaction = false;
    await this.#shared.group.leave();
    this.tellAnnounced();
  }

  rollback(): void {
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    this.forgetAnnounced();
    this.#shared.group.abandon(this.#failure);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  async executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { write, read, group } = this.#shared;
    if (this.#inTransaction) {
      try {
        return write(query);
      } catch (error) {
        this.#failure = error;
        throw error;
      }
    }
    if (query.query.kind === 'SelectQueryNode') return read(query);
    if (!CHANGES.has(query.query.kind)) return group.alone(() => write(query));
    return this.#change(query);
  }

  async #change(query: CompiledQuery): Promise<QueryResult<unknown>> {
    await this.begin();
    try {
      const result = await this.executeQuery(query);
      await this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }
}

function ours(connection: DatabaseConnection): GroupCommitConnection {
  if (connection instanceof GroupCommitConnection) return connection;
  throw new TypeError('This connection belongs to another driver');
}
