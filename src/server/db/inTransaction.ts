import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isConstraintBroken, isRetryable, Overtaken } from './databaseFailure.ts';
import { hasSeveralWriters } from './locks.ts';
import type { Schema } from './schema.ts';

const ATTEMPTS = 5;
const MAX_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in one transaction. Resolves after COMMIT; rolls back when `work` throws. Runs at most five times: again after a
 * short pause on a deadlock or serialization failure, and again at once on a violated key or check or `Overtaken`, because
 * another transaction may have changed the rows that `work` read first. On PostgreSQL each statement sees
 * all that is committed, whatever the default of the role is, because a statement after a lock must read the newest rows.
 */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transaction = db.transaction();
      return await (hasSeveralWriters(db) ? transaction.setIsolationLevel('read committed') : transaction).execute(
        work,
      );
    } catch (error) {
      const isOvertaken = error instanceof Overtaken || isConstraintBroken(error);
      if (attempt === ATTEMPTS || !(isOvertaken || isRetryable(error))) throw error;
      if (!isOvertaken) await wait(Math.random() * MAX_PAUSE_MILLISECONDS * attempt);
    }
  }
}
