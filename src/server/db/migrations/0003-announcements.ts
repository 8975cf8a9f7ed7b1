import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * Creates `announce_seats(movie_id, starts_at)`, which notifies every process that the seats of a screening have changed.
 * Current servers poll the open halls instead. The function stays for older servers that run beside them during an update.
 */
export async function createAnnouncements(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql
    .raw(
      `create function announce_seats(movie_id bigint, starts_at bigint) returns void language sql as
        $$ select pg_notify('booked_seats', current_schema() || ' ' || movie_id || ':' || starts_at) $$`,
    )
    .execute(db);
}
