import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import { adaptSqlite } from './adaptSqlite.ts';
import type { PoolState } from './database.ts';
import { openSqliteFile, openSqliteReader } from './openSqliteFile.ts';
import { LOCK_TIMEOUT_MILLISECONDS, retryWhileLocked } from './retryWhileLocked.ts';
import { createTurns, type Turns } from './turns.ts';

const BEGIN = CompiledQuery.raw('begin immediate');

/**
 * Opens a SQLite file with Kysely's own driver on two connections. Transactions and single writes take turns on one; DatabaseBusy
 * is thrown when 2,000 already wait. Reads outside of a transaction use the other and see committed data.
 * Throws an OperatorError when this SQLite could lose a commit.
 */
export function openSqlite(
  path: string,
  lockTimeoutMs: number = LOCK_TIMEOUT_MILLISECONDS,
): { dialect: Dialect; pool: () => PoolState } {
  const file: SqliteFile = {
    writer: openSqliteFile(path),
    reader: openSqliteReader(path, 0),
    turns: createTurns(),
    lockTimeoutMs,
  };
  return { dialect: new TwoConnectionsDialect(file), pool: () => file.turns.state() };
}

interface SqliteFile {
  readonly writer: DatabaseSync;
  readonly reader: DatabaseSync;
  readonly turns: Turns;
  readonly lockTimeoutMs: number;
}

class TwoConnectionsDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: adaptSqlite(file.writer) });
    this.#file = file;
  }

  override createDriver(): SqliteDriver {
    return new TwoConnectionsDriver(this.#file);
  }

  override createAdapter(): SqliteAdapter {
    return new TwoConnectionsAdapter();
  }
}

/** Bypasses Kysely's own queue for a single connection, because that queue is unbounded. */
class TwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class TwoConnectionsDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  readonly #reading: SqliteDriver;

  constructor(file: SqliteFile) {
    super({ database: adaptSqlite(file.writer) });
    this.#file = file;
    this.#reading = new SqliteDriver({ database: adaptSqlite(file.reader) });
  }

  override async init(): Promise<void> {
    await super.init();
    await this.#reading.init();
  }

  override async acquireConnection(): Promise<FileConnection> {
    return new FileConnection(this.#file, await super.acquireConnection(), await this.#reading.acquireConnection());
  }

  override beginTransaction(connection: FileConnection): Promise<void> {
    return connection.begin();
  }

  override async commitTransaction(connection: FileConnection): Promise<void> {
    await super.commitTransaction(connection);
    connection.end();
  }

  override async rollbackTransaction(connection: FileConnection): Promise<void> {
    try {
      // SQLite has already rolled back by itself when the disk is full.
      if (this.#file.writer.isTransaction) await super.rollbackTransaction(connection);
    } finally {
      connection.end();
    }
  }

  override async destroy(): Promise<void> {
    await this.#file.turns.take();
    await this.#reading.destroy();
    await super.destroy();
  }
}

/** Reads on one connection. On the other it runs a transaction or a single write, once it has the turn. */
class FileConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #writing: DatabaseConnection;
  readonly #reading: DatabaseConnection;
  #isInTransaction = false;

  constructor(file: SqliteFile, writing: DatabaseConnection, reading: DatabaseConnection) {
    this.#file = file;
    this.#writing = writing;
    this.#reading = reading;
  }

  async begin(): Promise<void> {
    await this.#takeTurn(BEGIN);
    this.#isInTransaction = true;
  }

  end(): void {
    this.#isInTransaction = false;
    this.#file.turns.pass();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) return this.#writing.executeQuery<Row>(query);
    if (SelectQueryNode.is(query.query)) {
      return retryWhileLocked(() => this.#reading.executeQuery<Row>(query), this.#file.lockTimeoutMs);
    }
    const result = await this.#takeTurn<Row>(query);
    this.#file.turns.pass();
    return result;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming of queries is not supported');
  }

  /** Waits for the turn and runs a statement. Keeps the turn, unless the statement fails. */
  async #takeTurn<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { turns, lockTimeoutMs } = this.#file;
    const arrivedAt = performance.now();
    await turns.take();
    try {
      return await retryWhileLocked(() => this.#writing.executeQuery<Row>(query), lockTimeoutMs, arrivedAt);
    } catch (error) {
      turns.pass();
      throw error;
    }
  }
}
