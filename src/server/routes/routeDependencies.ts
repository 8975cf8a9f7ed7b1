import type { Kysely } from 'kysely';
import type { Authentication } from '../auth/authentication.ts';
import type { Schema } from '../db/schema.ts';
import type { LiveSeats } from '../feeds/liveSeats.ts';
import type { Passwords } from '../auth/passwords.ts';

/** What the routes work with. */
export interface RouteDependencies {
  readonly db: Kysely<Schema>;
  readonly authentication: Authentication;
  readonly passwords: Passwords;
  readonly liveSeats: LiveSeats;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}
