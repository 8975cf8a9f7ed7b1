import { hash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { EndedSessions, User } from '#contract/user.ts';
import { hasSeveralWriters } from '../db/locks.ts';
import type { Schema } from '../db/schema.ts';

const TOKEN_BYTES = 32;
const SESSIONS_PER_USER = 20;
const SESSIONS_AT_ONCE = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IDLE_LIFE = 30 * DAY;
const MAX_LIFE = 180 * DAY;

/** A live session and its user. */
export interface Session {
  readonly user: User;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The stored values that a sign-in was checked against. */
export interface Credentials {
  readonly userId: string;
  readonly passwordHash: string;
  /** How often the user had ended their other sessions when these values were read. */
  readonly sessionVersion: number;
}

/**
 * Opens a session and returns its bearer token of 256 random bits. A user has at most 20 sessions; the oldest end first
 * (section 4, Session). Returns undefined when the user has changed the password or ended other sessions since the credentials
 * were read (reliability 60). `now` is in epoch milliseconds.
 */
export async function openSession(
  transaction: Transaction<Schema>,
  { userId, passwordHash, sessionVersion, now }: Credentials & { readonly now: number },
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const opened = await transaction
    .insertInto('sessions')
    .columns(['token_hash', 'user_id', 'created_at', 'last_used_at', 'expires_at'])
    .expression(
      transaction
        .selectFrom('users')
        .select([
          sql<string>`${hashToken(token)}`.as('token_hash'),
          'id',
          sql<number>`${now}`.as('created_at'),
          sql<number>`${now}`.as('last_used_at'),
          sql<number>`${sessionExpiry(now, now)}`.as('expires_at'),
        ])
        .where('id', '=', userId)
        .where('password_hash', '=', passwordHash)
        .where('session_version', '=', sessionVersion)
        // The row lock waits for a change of password that is not committed yet. Without it, PostgreSQL would read the old row here,
        // and the DELETE of that change would miss the new session.
        .$if(hasSeveralWriters(transaction), (query) => query.forShare()),
    )
    .returning('token_hash')
    .executeTakeFirst();
  if (opened === undefined) return undefined;
  const newest = transaction
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(SESSIONS_PER_USER);
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', hashToken(token))
    .where('token_hash', 'not in', newest)
    .execute();
  return token;
}

/** The live session of a bearer token; undefined when the token is unknown, expired or revoked. `now` is in epoch milliseconds. */
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

/** Whether a bearer token has a live session. `now` is in epoch milliseconds. */
export async function isSessionLive(
  db: Kysely<Schema>,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether to record the use of a session again; at most once an hour, to save writes. */
export function isTouchDue(session: Session, now: number): boolean {
  return now - session.lastUsedAt >= HOUR;
}

/** Records that a session is in use, which extends it by 30 days, up to 180 days in total. `now` is in epoch milliseconds. */
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

/** Revokes a bearer token (section 4, LOG OUT). Does nothing when it is already revoked. */
export async function closeSession(db: Kysely<Schema>, { token }: { readonly token: string }): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

/**
 * Revokes all sessions of a user that are live, except the one with this bearer token; returns how many. Sign-ins that are
 * still in progress open no session, because `session_version` changes. `now` is in epoch milliseconds.
 */
export async function closeOtherSessions(
  transaction: Transaction<Schema>,
  { userId, token, now }: { readonly userId: string; readonly token: string; readonly now: number },
): Promise<EndedSessions> {
  await transaction
    .updateTable('users')
    .set({ session_version: sql`session_version + 1` })
    .where('id', '=', userId)
    .execute();
  const ended = await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('created_at')
    .execute();
  return { ended: ended.length };
}

/** Deletes at most `max` expired sessions; returns how many. `now` is in epoch milliseconds. */
export async function forgetSessions(
  db: Kysely<Schema>,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const expired = db.selectFrom('sessions').select('token_hash').where('expires_at', '<=', now).limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', expired)
    // Repeated, because another transaction may have extended the session since the subquery ran.
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Revokes all sessions of all users; returns how many. */
export async function closeAllSessions(db: Kysely<Schema>): Promise<number> {
  for (let ended = 0; ;) {
    const some = await forgetSessions(db, { now: Number.MAX_SAFE_INTEGER, max: SESSIONS_AT_ONCE });
    ended += some;
    if (some < SESSIONS_AT_ONCE) return ended;
  }
}

/** The hash that the database stores instead of the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

function sessionExpiry(createdAt: number, lastUsedAt: number): number {
  return Math.min(lastUsedAt + IDLE_LIFE, createdAt + MAX_LIFE);
}
