import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** The live tickets of a user by their id, the newest of which are read a page at a time (reliability 51). */
export async function createTicketPages(db: Kysely<Schema>): Promise<void> {
  await sql`create index live_tickets_by_user on tickets (user_id, id) where cancelled_at is null`.execute(db);
  await sql`drop index tickets_by_user`.execute(db);
}
