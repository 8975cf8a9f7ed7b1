import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Indexes the live tickets of a user by id, to read them page by page, newest first (reliability 51). */
export async function createTicketPages(db: Kysely<Schema>): Promise<void> {
  await sql`create index live_tickets_by_user on tickets (user_id, id) where cancelled_at is null`.execute(db);
  await sql`drop index tickets_by_user`.execute(db);
}
