import type { Kysely } from 'kysely';
import type { AccountPace } from '../auth/accountPace.ts';
import type { Authentication } from '../auth/authentication.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Schema } from '../db/schema.ts';
import type { LiveSeats } from '../feeds/liveSeats.ts';
import type { OfferedStart } from '../store/showtimes.ts';

/** What the routes are given. */
export interface RouteDependencies {
  readonly db: Kysely<Schema>;
  readonly authentication: Authentication;
  readonly passwords: Passwords;
  readonly accountPace: AccountPace;
  readonly liveSeats: LiveSeats;
  /** Sign-ups that one address may send in a minute; undefined for the usual number. */
  readonly signUpsAMinute: number | undefined;
  /** The present, in epoch milliseconds. */
  readonly now: () => number;
  readonly offeredStart: OfferedStart;
}
