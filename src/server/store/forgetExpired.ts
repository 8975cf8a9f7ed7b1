import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { forgetKeys } from './idempotency.ts';
import { forgetLoginAttempts, forgetOwners } from './loginAttempts.ts';
import { forgetSessions } from './sessions.ts';

const ROWS_AT_ONCE = 200;

/**
 * Deletes expired sessions, idempotency keys older than a day and login attempts long ago, so few at a time and with such
 * pauses that others are served meanwhile (reliability 45). Takes epoch milliseconds. Resolves early when told to stop.
 */
export async function forgetExpired(
  db: Kysely<Schema>,
  {
    now,
    stopping,
    max = ROWS_AT_ONCE,
  }: { readonly now: number; readonly stopping: AbortSignal; readonly max?: number },
): Promise<void> {
  for (const forget of [forgetSessions, forgetKeys, forgetLoginAttempts, forgetOwners]) {
    for (let forgotten = max; forgotten === max && !stopping.aborted;) {
      const began = performance.now();
      forgotten = await forget(db, { now, max });
      await wait(performance.now() - began, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
