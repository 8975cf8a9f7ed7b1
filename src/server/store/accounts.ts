import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionUser } from '#contract/user.ts';
import { usernameKey } from '#domain/credentials.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../errors/refusal.ts';
import { rememberOwner } from './loginAttempts.ts';
import { openSession } from './openSession.ts';

/** Creates a user with balance 0 and a first session (section 4). Throws `username_taken` when the name, NFKC and without case, is in use. */
export async function signUp(
  db: Kysely<Schema>,
  person: {
    readonly username: string;
    readonly displayName: string;
    readonly age: number;
    readonly passwordHash: string;
    /** Where the person signs up from. */
    readonly address: string;
    readonly now: number;
  },
): Promise<SessionUser> {
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
    if (created === undefined) throw new Refusal('username_taken');
    await rememberOwner(transaction, { guess: { username, address }, now });
    const token = await openSession(transaction, { userId: id, now });
    return { id, username, displayName, age, balance: 0, token };
  });
}
