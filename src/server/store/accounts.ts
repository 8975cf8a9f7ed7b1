import { randomUUIDv7 } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { EndedSessions, SessionUser, User } from '#contract/user.ts';
import { usernameKey } from '#domain/credentials.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { rememberOwner } from './loginAttempts.ts';
import { closeOtherSessions, openSession, type Credentials } from './sessions.ts';

/**
 * Creates a user with balance 0 and opens a session (section 4). Undefined when an account has the name; names are compared
 * after NFKC normalization and without case.
 */
export async function signUp(
  db: Kysely<Schema>,
  person: {
    readonly username: string;
    readonly displayName: string;
    readonly age: number;
    readonly passwordHash: string;
    /** The client's IP address. It counts as a known address of the new account. */
    readonly address: string;
    readonly now: number;
  },
): Promise<SessionUser | undefined> {
  const { username, displayName, age, passwordHash, address, now } = person;
  return inTransaction(db, async (transaction) => {
    const id = randomUUIDv7();
    const created = await transaction
      .insertInto('users')
      .values({
        id,
        username,
        username_key: usernameKey(username),
        display_name: displayName,
        age,
        password_hash: passwordHash,
        balance: 0,
        ledger_entries: 0,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('username_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) return undefined;
    await rememberOwner(transaction, { username, address, now });
    const token = await openSession(transaction, { userId: id, passwordHash, sessionVersion: 0, now });
    if (token === undefined) throw new Error('The user that was just created does not exist');
    return { id, username, displayName, age, balance: 0, token };
  });
}

/** A user, with what a sign-in is checked against. */
export interface Account {
  readonly user: User;
  readonly credentials: Credentials;
  /** In epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * The user with this name and the stored values that a sign-in is checked against; undefined if there is none (section 5,
 * Sign-in).
 */
export async function findCredentials(
  db: Kysely<Schema>,
  { username }: { readonly username: string },
): Promise<Account | undefined> {
  const key = usernameKey(username);
  if (key.includes('\0')) return undefined;
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'age', 'balance', 'password_hash', 'session_version', 'created_at'])
    .where('username_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, age, balance, display_name: displayName } = row;
  return {
    user: { id, username: row.username, displayName, age, balance },
    credentials: { userId: id, passwordHash: row.password_hash, sessionVersion: row.session_version },
    createdAt: row.created_at,
  };
}

/** The hash of a user's password, for requests that must repeat the password (section 6). */
export async function findPasswordHash(
  db: Kysely<Schema>,
  { userId }: { readonly userId: string },
): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}

/**
 * Replaces the hash of a user's password and ends all sessions except the one with this bearer token; returns how many
 * (reliability 60). Throws `wrong_password` when the stored hash is no longer `from`.
 */
export async function replacePasswordHash(
  transaction: Transaction<Schema>,
  change: {
    readonly userId: string;
    readonly token: string;
    readonly from: string | undefined;
    readonly to: string;
    readonly now: number;
  },
): Promise<EndedSessions> {
  const { userId, from, to } = change;
  const replaced = await transaction
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from ?? '')
    .returning('id')
    .executeTakeFirst();
  if (replaced === undefined) throw new ApiError('wrong_password');
  return closeOtherSessions(transaction, change);
}
