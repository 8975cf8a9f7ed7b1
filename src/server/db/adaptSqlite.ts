import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const MAX_STATEMENTS = 200;

/** Adapts a connection of node:sqlite to Kysely's SQLite dialect. Caches up to 200 prepared statements by their SQL. */
export function adaptSqlite(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? adaptStatement(connection.prepare(sql));
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...values.map(toInputValue)),
    run: (values) => statement.run(...values.map(toInputValue)),
    iterate: (values) => statement.iterate(...values.map(toInputValue)),
  };
}

function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}
