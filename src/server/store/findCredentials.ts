import type { Kysely } from 'kysely';
import type { User } from '#contract/user.ts';
import { usernameKey } from '#domain/credentials.ts';
import type { Schema } from '../db/schema.ts';

/** A user and the hash of the password; undefined for a name nobody has (section 5, Sign-in). */
export async function findCredentials(
  db: Kysely<Schema>,
  { username }: { readonly username: string },
): Promise<{ user: User; passwordHash: string } | undefined> {
  const key = usernameKey(username);
  if (key.includes('\0')) return undefined;
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'age', 'balance', 'password_hash'])
    .where('username_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { display_name: displayName, password_hash: passwordHash, ...rest } = row;
  return { user: { ...rest, displayName }, passwordHash };
}

/** The hash of a user's password, to check the one sent again (section 6). */
export async function findPasswordHash(
  db: Kysely<Schema>,
  { userId }: { readonly userId: string },
): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash;
}
