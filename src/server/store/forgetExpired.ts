import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { forgetKeys } from './answerOnce.ts';

/** Drops sessions that ended and idempotency keys older than a day. Takes epoch milliseconds. */
export async function forgetExpired(db: Kysely<Schema>, { now }: { readonly now: number }): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await forgetKeys(db, { now });
}
