import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { forgetKeys } from './idempotency.ts';
import { forgetGuesses } from './loginAttempts.ts';

/** Drops sessions that ended, idempotency keys older than a day and guesses long ago. Takes epoch milliseconds. */
export async function forgetExpired(db: Kysely<Schema>, { now }: { readonly now: number }): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await forgetKeys(db, { now });
  await forgetGuesses(db, { now });
}
