import { DatabaseSync } from 'node:sqlite';
import { wrap } from '../leftovers.ts';

const reversed = new WeakSet<DatabaseSync>();

/**
 * Lets SQLite return the rows of a query without an order in reverse. By default they come in the order of the primary key, which
 * PostgreSQL does not promise, and no test notices that the order is missing.
 */
export function reverseRowsWithoutOrder(): void {
  wrap(DatabaseSync.prototype, 'prepare', (call, _sql, connection) => {
    if (connection instanceof DatabaseSync && !reversed.has(connection)) {
      reversed.add(connection);
      connection.exec('pragma reverse_unordered_selects = on');
    }
    return call();
  });
}
