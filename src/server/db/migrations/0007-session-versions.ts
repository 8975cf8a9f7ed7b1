import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Adds a count of how often a user has ended other sessions. A sign-in that began before opens no session (reliability 60). */
export async function createSessionVersions(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table users add column session_version ${whole} not null default 0`).execute(db);
}
