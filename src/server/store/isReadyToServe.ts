import type { Kysely } from 'kysely';
import { latestMigration } from '../db/migrations/migrations.ts';
import type { Schema } from '../db/schema.ts';

/** Whether the database answers and has the shape this server knows. */
export async function isReadyToServe(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('schema_migrations')
    .select(({ fn }) => fn.max('number').as('newest'))
    .executeTakeFirst();
  return row?.newest === latestMigration;
}
