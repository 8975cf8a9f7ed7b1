import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

const STATEMENTS_KEPT = 200;

/** Returns the function that runs queries on a SQLite connection; it prepares each statement once. */
export function prepareStatements(database: DatabaseSync) {
  const statements = new Map<string, { readonly statement: StatementSync; readonly reads: boolean }>();

  function prepare(sql: string) {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    const statement = database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (statements.size >= STATEMENTS_KEPT) statements.clear();
    statements.set(sql, prepared);
    return prepared;
  }

  return function run<Row>({ sql, parameters }: CompiledQuery<Row>): QueryResult<unknown> {
    const { statement, reads } = prepare(sql);
    const values = toParameters(parameters);
    if (reads) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

/** Converts values to those SQLite takes. Throws on any other. */
export function toParameters(values: readonly unknown[]): SQLInputValue[] {
  return values.map(asInputValue);
}

function asInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`SQLite keeps no ${typeof value}`);
}
