import type { Kysely } from 'kysely';
import type { Authentication } from '../authentication.ts';
import type { Schema } from '../db/schema.ts';
import type { Passwords } from '../passwords.ts';

/** What the routes work with. */
export interface RouteDependencies {
  readonly db: Kysely<Schema>;
  readonly authentication: Authentication;
  readonly passwords: Passwords;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}
