import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hashToken } from './sessionToken.ts';

/** Revokes a bearer token; one already revoked stays so (section 4, LOG OUT). */
export async function closeSession(db: Kysely<Schema>, { token }: { readonly token: string }): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}
