import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { forgetHolds } from './holds.ts';
import { forgetKeys, forgetRefusals } from './idempotency.ts';
import { forgetLoginAttempts, forgetOwners } from './loginAttempts.ts';
import { forgetSessions } from './sessions.ts';
import { forgetHeldSeats } from './takenSeats.ts';

const ROWS_AT_ONCE = 200;

/**
 * Deletes expired sessions and holds, expired idempotency keys, and old login attempts. Deletes at most `max` rows at a time
 * and then pauses for as long as that took, so that requests are served in between (reliability 45). `now` is in epoch
 * milliseconds. Resolves early when `stopping` is aborted.
 */
export async function forgetExpired(
  db: Kysely<Schema>,
  {
    now,
    stopping,
    max = ROWS_AT_ONCE,
  }: { readonly now: number; readonly stopping: AbortSignal; readonly max?: number },
): Promise<void> {
  const forgetters = [
    forgetSessions,
    forgetKeys,
    forgetRefusals,
    forgetHeldSeats,
    forgetHolds,
    forgetLoginAttempts,
    forgetOwners,
  ];
  for (const forget of forgetters) {
    for (let forgotten = max; forgotten === max && !stopping.aborted;) {
      const began = performance.now();
      forgotten = await forget(db, { now, max });
      await wait(performance.now() - began, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
