import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Creates all tables, their indexes and the triggers that make the ledger append-only. */
export async function createInitialSchema(db: Kysely<Schema>, engine: Engine): Promise<void> {
  for (const statement of [...tables(engine), ...appendOnly(engine)]) await sql.raw(statement).execute(db);
}

function tables(engine: Engine): string[] {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const strict = engine === 'sqlite' ? 'strict' : '';
  const clustered = engine === 'sqlite' ? 'strict, without rowid' : '';
  return [
    `create table users (
      id text primary key,
      username text not null,
      username_key text not null unique,
      display_name text not null,
      age ${whole} not null check (age >= 0),
      password_hash text not null,
      balance ${whole} not null default 0 check (balance >= 0 and balance <= ${Number.MAX_SAFE_INTEGER}),
      ledger_entries ${whole} not null default 0,
      created_at ${whole} not null,
      session_version ${whole} not null default 0
    ) ${strict}`,
    `create table sessions (
      token_hash text primary key,
      user_id text not null references users (id),
      created_at ${whole} not null,
      last_used_at ${whole} not null,
      expires_at ${whole} not null
    ) ${clustered}`,
    `create index sessions_by_user on sessions (user_id, created_at)`,
    `create index sessions_by_expiry on sessions (expires_at)`,
    `create table movies (
      id ${whole} primary key,
      title text not null unique,
      description text not null,
      release_date text not null,
      poster_url text not null,
      age_rating ${whole} not null check (age_rating >= 0),
      ticket_price ${whole} not null check (ticket_price > 0),
      withdrawn_at ${whole}
    ) ${strict}`,
    `create unique index movies_by_id_and_title on movies (id, title)`,
    `create table tickets (
      id text primary key,
      user_id text not null references users (id),
      movie_id ${whole} not null,
      movie_title text not null,
      movie_poster text not null,
      age_rating ${whole} not null,
      ticket_price ${whole} not null check (ticket_price > 0),
      showtime_date text not null,
      showtime_time text not null,
      starts_at ${whole} not null,
      seat_numbers text not null,
      booked_at ${whole} not null,
      cancelled_at ${whole},
      hold_code text,
      constraint tickets_of_their_film foreign key (movie_id, movie_title) references movies (id, title)
    ) ${strict}`,
    `create index live_tickets_by_user on tickets (user_id, id) where cancelled_at is null`,
    `create index tickets_by_movie on tickets (movie_id)`,
    `create table taken_seats (
      movie_id ${whole} not null,
      starts_at ${whole} not null,
      seat_number ${whole} not null check (seat_number between 1 and 64),
      ticket_id text references tickets (id),
      hold_id text,
      held_by text references users (id),
      held_until ${whole},
      primary key (movie_id, starts_at, seat_number),
      constraint taken_by_ticket_or_hold check (
        (ticket_id is null) = (hold_id is not null)
        and (ticket_id is null) = (held_by is not null)
        and (ticket_id is null) = (held_until is not null)
      )
    ) ${clustered}`,
    `create index held_seats_by_expiry on taken_seats (held_until) where ticket_id is null`,
    `create table holds (
      user_id text primary key references users (id),
      id text not null,
      movie_id ${whole} not null,
      starts_at ${whole} not null,
      movie_title text not null,
      showtime_date text not null,
      showtime_time text not null,
      seat_numbers text not null,
      held_at ${whole} not null,
      expires_at ${whole} not null,
      earlier text not null,
      code text
    ) ${clustered}`,
    `create index holds_by_expiry on holds (expires_at)`,
    `create unique index holds_by_code on holds (code) where code is not null`,
    `create table ledger (
      user_id text not null references users (id),
      sequence ${whole} not null check (sequence > 0),
      kind text not null check (kind in ('top-up', 'withdrawal', 'purchase', 'refund')),
      amount ${whole} not null check (amount <> 0 and (amount > 0) = (kind in ('top-up', 'refund'))),
      balance_after ${whole} not null check (balance_after >= 0),
      ticket_id text references tickets (id) check ((ticket_id is not null) = (kind in ('purchase', 'refund'))),
      entered_at ${whole} not null,
      primary key (user_id, sequence)
    ) ${clustered}`,
    `create unique index ledger_once_per_ticket on ledger (ticket_id, kind) where ticket_id is not null`,
    `create table idempotency_keys (
      user_id text not null references users (id),
      route text not null,
      key text not null,
      request_hash text not null,
      status ${whole},
      body text,
      created_at ${whole} not null,
      primary key (user_id, route, key)
    ) ${clustered}`,
    `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
    `create table login_attempts (
      subject text primary key,
      failures ${whole} not null check (failures >= 0),
      failed_at ${whole} not null,
      known_at ${whole}
    ) ${clustered}`,
    `create index unknown_login_attempts_by_age on login_attempts (failed_at) where known_at is null`,
    `create index known_login_attempts_by_age on login_attempts (known_at) where known_at is not null`,
    `create table pulse (
      id ${whole} primary key check (id = 1),
      beaten_at ${whole} not null
    ) ${strict}`,
  ];
}

function appendOnly(engine: Engine): string[] {
  if (engine === 'sqlite') {
    return ['update', 'delete'].map(
      (event) => `create trigger ledger_no_${event} before ${event} on ledger
        begin select raise(abort, 'the ledger is append-only'); end`,
    );
  }
  return [
    `create function refuse_ledger_change() returns trigger language plpgsql as
      $$ begin raise exception 'the ledger is append-only'; end $$`,
    `create trigger ledger_append_only before update or delete on ledger
      for each row execute function refuse_ledger_change()`,
    `create trigger ledger_no_truncate before truncate on ledger
      for each statement execute function refuse_ledger_change()`,
  ];
}
