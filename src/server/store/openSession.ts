import type { Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { createToken, hashToken } from './sessionToken.ts';
import { sessionExpiry } from './sessions.ts';

const SESSIONS_PER_USER = 20;

/**
 * Starts a session of a user and gives its bearer token; beyond 20 sessions the oldest end (section 4, Session).
 * Takes epoch milliseconds.
 */
export async function openSession(
  transaction: Transaction<Schema>,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<string> {
  const token = createToken();
  await transaction
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: sessionExpiry(now, now),
    })
    .execute();
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
