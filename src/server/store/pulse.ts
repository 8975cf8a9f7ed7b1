import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Commits a write, to prove that the database is not read-only (reliability 44). `now` is in epoch milliseconds. */
export async function writePulse(db: Kysely<Schema>, { now }: { readonly now: number }): Promise<void> {
  await db
    .insertInto('pulse')
    .values({ id: 1, beaten_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beaten_at: now }))
    .execute();
}
