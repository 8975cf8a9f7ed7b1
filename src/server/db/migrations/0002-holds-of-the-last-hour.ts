import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * Keeps every hold of the last hour with its seats, and the hold from which a seat was bought. All running holds end: they were stored
 * as one row for each user. Refusals, which are now stored under their idempotency key, get an index by age.
 */
export async function keepHoldsOfTheLastHour(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const clustered = engine === 'sqlite' ? 'strict, without rowid' : '';
  const statements = [
    `delete from taken_seats where ticket_id is null`,
    `alter table taken_seats add column bought_from text`,
    `drop table holds`,
    `create table holds (
      id text primary key,
      user_id text not null references users (id),
      network text not null,
      movie_id ${whole} not null,
      starts_at ${whole} not null,
      movie_title text not null,
      showtime_date text not null,
      showtime_time text not null,
      seat_numbers text not null,
      held_at ${whole} not null,
      expires_at ${whole} not null,
      code text
    ) ${clustered}`,
    `create index holds_by_user on holds (user_id, expires_at)`,
    `create index holds_by_expiry on holds (expires_at)`,
    `create unique index holds_by_code on holds (code) where code is not null`,
    `create table hold_seats (
      movie_id ${whole} not null,
      starts_at ${whole} not null,
      seat_number ${whole} not null,
      hold_id text not null references holds (id) on delete cascade,
      primary key (movie_id, starts_at, seat_number, hold_id)
    ) ${clustered}`,
    `create index hold_seats_by_hold on hold_seats (hold_id)`,
    `create index refusals_by_age on idempotency_keys (created_at) where status >= 400`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
