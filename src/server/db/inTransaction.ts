import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isConstraintBroken, isRetryable } from './databaseFailure.ts';
import type { Schema } from './schema.ts';

const ATTEMPTS = 5;
const MAX_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in one transaction. Resolves after COMMIT; rolls back on a throw. Five times in all it tries again: after a
 * deadlock or serialization failure, and at once after a key or check that refused a row, since what it looks at first may
 * have been changed by another meanwhile.
 */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isOvertaken = isConstraintBroken(error);
      if (attempt === ATTEMPTS || !(isOvertaken || isRetryable(error))) throw error;
      if (!isOvertaken) await wait(Math.random() * MAX_PAUSE_MILLISECONDS * attempt);
    }
  }
}
