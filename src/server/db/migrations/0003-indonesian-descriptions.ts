import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Adds the description of a film in Indonesian; null for a film that has none. */
export async function addIndonesianDescriptions(db: Kysely<Schema>): Promise<void> {
  await sql`alter table movies add column description_id text`.execute(db);
}
