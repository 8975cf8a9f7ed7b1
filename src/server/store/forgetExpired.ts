import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { forgetKeys } from './idempotency.ts';
import { forgetLoginAttempts } from './loginAttempts.ts';
import { forgetSessions } from './sessions.ts';

/** Deletes expired sessions, idempotency keys older than a day and login attempts long ago. Takes epoch milliseconds. */
export async function forgetExpired(db: Kysely<Schema>, { now }: { readonly now: number }): Promise<void> {
  await forgetSessions(db, { now });
  await forgetKeys(db, { now });
  await forgetLoginAttempts(db, { now });
}
