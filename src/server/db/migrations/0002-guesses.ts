import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Creates the table for counters of wrong passwords and for the addresses from which an account has signed in before. */
export async function createGuesses(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql
    .raw(
      `create table guesses (
        subject text primary key,
        failures ${whole} not null check (failures >= 0),
        failed_at ${whole} not null,
        known_at ${whole}
      ) ${engine === 'sqlite' ? 'strict, without rowid' : ''}`,
    )
    .execute(db);
  await sql.raw(`create index guesses_by_age on guesses (failed_at)`).execute(db);
}
