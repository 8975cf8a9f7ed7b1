import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Writes a row and commits it, which a database that may only be read cannot (reliability 44). Takes epoch milliseconds. */
export async function writePulse(db: Kysely<Schema>, { now }: { readonly now: number }): Promise<void> {
  await db
    .insertInto('pulse')
    .values({ id: 1, beaten_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beaten_at: now }))
    .execute();
}
