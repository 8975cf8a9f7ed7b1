import type { Kysely } from 'kysely';
import type { Admission } from '#contract/door.ts';
import type { HoldLimits } from '#domain/heldSeats.ts';
import type { Authentication } from '../auth/authentication.ts';
import type { DoorAuthentication } from '../auth/doorAuthentication.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Schema } from '../db/schema.ts';
import type { SeatFeeds } from '../feeds/seatFeeds.ts';
import type { SeatChanges } from '../seatChanges.ts';
import type { RateLimits } from '../http/rateLimits.ts';
import type { KnownMovies } from '../store/knownMovies.ts';
import type { OfferedStart } from '../store/showtimes.ts';

export interface RouteDependencies {
  readonly db: Kysely<Schema>;
  /** Whether the database can be reached. */
  readonly isReachable: () => boolean;
  readonly movies: KnownMovies;
  readonly authentication: Authentication;
  readonly doors: DoorAuthentication;
  /** Minutes before the start of a screening from which its tickets are admitted. */
  readonly doorOpensMinutes: number;
  /** Counts an answer at a door. */
  readonly countAdmission: (answer: Admission['answer']) => void;
  readonly passwords: Passwords;
  readonly seatFeeds: SeatFeeds;
  readonly seatChanges: SeatChanges;
  readonly holdLimits: HoldLimits;
  /** Undefined for the default limits. */
  readonly rateLimits: Partial<RateLimits> | undefined;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  readonly offeredStart: OfferedStart;
  /** Milliseconds after the arrival of a request in which its statements and hashes may begin. */
  readonly deadline: number;
}
