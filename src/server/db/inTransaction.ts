import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isRetryable } from './databaseFailure.ts';
import type { Schema } from './schema.ts';

const ATTEMPTS = 5;
const LONGEST_PAUSE_MILLISECONDS = 20;

/** Runs `work` in one transaction. Resolves after COMMIT; rolls back on a throw. Tries a deadlock or serialization failure again, five times in all. */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await wait(Math.random() * LONGEST_PAUSE_MILLISECONDS * attempt);
    }
  }
}
