import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDatabase } from 'kysely';
import { StartupFailure } from '../startupFailure.ts';

const BUSY_TIMEOUT_MILLISECONDS = 5000;
const SYNCHRONOUS_FULL = 2;
const STATEMENTS_KEPT = 200;

/** Opens a SQLite file that keeps every commit through a power cut. Throws a StartupFailure on a SQLite that may not. */
export function openSqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MILLISECONDS, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  assertDurable(database);
  return new ImmediateSqliteDialect(database);
}

/** Whether a SQLite version is free of the corruption that versions 3.7.0 to 3.51.2 can suffer in WAL mode. */
export function isSafeSqliteVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const number = major * 1_000_000 + minor * 1000 + patch;
  return number >= 3_051_003;
}

function assertDurable(database: DatabaseSync): void {
  const version = String(database.prepare('select sqlite_version() as version').get()?.['version']);
  if (!isSafeSqliteVersion(version)) {
    throw new StartupFailure(`SQLite ${version} can corrupt its file: run a Node that ships SQLite 3.51.3 or later`);
  }
  const synchronous = database.prepare('pragma synchronous').get()?.['synchronous'];
  if (synchronous !== SYNCHRONOUS_FULL) throw new StartupFailure('The database does not sync every commit to disk');
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: withStatementCache(database) });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: withStatementCache(database) });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk makes SQLite roll back by itself; a second rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

function withStatementCache(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<typeof asKyselyStatement>>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const kept = statements.get(sql);
      if (kept !== undefined) return kept;
      const statement = asKyselyStatement(database.prepare(sql));
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...parameters.map(asInputValue)),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(asInputValue)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(asInputValue)),
  };
}

function asInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`SQLite keeps no ${typeof value}`);
}
