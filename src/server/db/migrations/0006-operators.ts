import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * Adds the time when a film was withdrawn, the migration that servers must know (`usable_from`), and indexes to delete expired
 * rows. On PostgreSQL it also forbids TRUNCATE on the ledger, and a foreign key keeps the title of a film with tickets.
 */
export async function prepareOperators(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `alter table movies add column withdrawn_at ${whole}`,
    `alter table schema_migrations add column usable_from ${whole} not null default 1`,
    `create index sessions_by_expiry on sessions (expires_at)`,
    `create index guesses_unknown_by_age on guesses (failed_at) where known_at is null`,
    `create index guesses_known_by_age on guesses (known_at) where known_at is not null`,
    `drop index guesses_by_age`,
    ...(engine === 'postgres' ? ON_POSTGRES : []),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** SQLite does not need these: it has no TRUNCATE, and with one transaction at a time, loading a catalogue sees every ticket. */
const ON_POSTGRES = [
  `create trigger ledger_no_truncate before truncate on ledger
    for each statement execute function refuse_ledger_change()`,
  `create unique index movies_by_id_and_title on movies (id, title)`,
  `alter table tickets add constraint tickets_of_their_film
    foreign key (movie_id, movie_title) references movies (id, title) not valid`,
  `alter table tickets drop constraint tickets_movie_id_fkey`,
];
