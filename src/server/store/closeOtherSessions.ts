import type { Kysely } from 'kysely';
import type { EndedSessions } from '#contract/user.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken } from './sessionToken.ts';

/** Revokes every live session of a user but the one of this bearer token; gives how many. Takes epoch milliseconds. */
export async function closeOtherSessions(
  db: Kysely<Schema>,
  { userId, token, now }: { readonly userId: string; readonly token: string; readonly now: number },
): Promise<EndedSessions> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('created_at')
    .execute();
  return { ended: ended.length };
}
