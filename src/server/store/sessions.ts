import type { Kysely } from 'kysely';
import type { User } from '#contract/user.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken } from './sessionToken.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IDLE_LIFE = 30 * DAY;
const LONGEST_LIFE = 180 * DAY;

/** A live session and its user. */
export interface Session {
  readonly user: User;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The live session of a bearer token, or undefined when it is unknown, expired or revoked. Takes epoch milliseconds. */
export async function findSession(
  db: Kysely<Schema>,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.display_name',
      'users.age',
      'users.balance',
      'sessions.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, username, display_name: displayName, age, balance } = row;
  return {
    user: { id, username, displayName, age, balance },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

/** Whether the use of a session is due to be written down again: at most once an hour. */
export function isTouchDue(session: Session, now: number): boolean {
  return now - session.lastUsedAt >= HOUR;
}

/** Writes down that a session is in use, so that it lives 30 more days, but never beyond 180 in all. Takes epoch milliseconds. */
export async function touchSession(
  db: Kysely<Schema>,
  { token, session, now }: { readonly token: string; readonly session: Session; readonly now: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: sessionExpiry(session.createdAt, now) })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** When a session ends: 30 days after its last use, at most 180 days after its start. Takes epoch milliseconds. */
export function sessionExpiry(createdAt: number, lastUsedAt: number): number {
  return Math.min(lastUsedAt + IDLE_LIFE, createdAt + LONGEST_LIFE);
}
