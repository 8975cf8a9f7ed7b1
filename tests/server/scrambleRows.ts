import { DatabaseSync, StatementSync } from 'node:sqlite';
import { wrap } from '../leftovers.ts';
import { checkStatement } from './likePostgres.ts';

const reversed = new WeakSet<DatabaseSync>();

/**
 * Changes the order of the rows of a query without an order in SQLite: reverses them, then moves the first two to the end. By default
 * they come in the order of the primary key, which PostgreSQL does not promise, so no test would notice a missing order. Rows that are
 * only reversed would hide a missing descending order.
 */
export function scrambleRowsWithoutOrder(): void {
  wrap(DatabaseSync.prototype, 'prepare', (call, _sql, connection) => {
    if (connection instanceof DatabaseSync && !reversed.has(connection)) {
      reversed.add(connection);
      connection.exec('pragma reverse_unordered_selects = on');
    }
    return call();
  });
  wrap(StatementSync.prototype, 'all', (call, values, statement) => {
    checkStatement(statement, values);
    const rows = call();
    const hasOrder = statement instanceof StatementSync && /\border by\b/i.test(statement.sourceSQL);
    return hasOrder || !Array.isArray(rows) || rows.length < 3 ? rows : rows.slice(2).concat(rows.slice(0, 2));
  });
}
