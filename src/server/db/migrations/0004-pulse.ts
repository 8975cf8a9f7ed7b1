import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Creates a table with one row, which a server writes to prove that the database accepts writes (reliability 44). */
export async function createPulse(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql
    .raw(
      `create table pulse (
        id ${whole} primary key check (id = 1),
        beaten_at ${whole} not null
      ) ${engine === 'sqlite' ? 'strict' : ''}`,
    )
    .execute(db);
}
