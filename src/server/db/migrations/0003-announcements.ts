import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * `announce_seats(movie_id, starts_at)`: tells every process of a hall whose seats have changed. Servers of today read the
 * open halls instead; the function stays for those of yesterday beside which they are started.
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
