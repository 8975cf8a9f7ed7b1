import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';
import type { Passwords } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { findPasswordHash } from './store/findCredentials.ts';

/** Passes when the password sent again is the user's own; throws `wrong_password` otherwise (section 6). */
export async function requirePassword(
  { db, passwords }: { readonly db: Kysely<Schema>; readonly passwords: Passwords },
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<void> {
  const passwordHash = await findPasswordHash(db, { userId });
  if (!(await passwords.matches(passwordHash, password))) throw new Refusal('wrong_password');
}
