import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';
import { createCinema } from './0001-cinema.ts';
import { createGuesses } from './0002-guesses.ts';
import { createAnnouncements } from './0003-announcements.ts';
import { createPulse } from './0004-pulse.ts';
import { createTicketPages } from './0005-ticket-pages.ts';
import { prepareOperators } from './0006-operators.ts';
import { createSessionVersions } from './0007-session-versions.ts';
import { foldUsernames } from './0008-folded-usernames.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  /**
   * A server that knows the migration with this number can use a database that has this one, so it may keep running during an
   * update (reliability 54).
   */
  readonly usableFrom: number;
  readonly up: (db: Kysely<Schema>, engine: Engine) => Promise<void>;
}

/** All migrations, ascending. A released migration never changes. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'cinema', usableFrom: 1, up: createCinema },
  { number: 2, name: 'guesses', usableFrom: 2, up: createGuesses },
  { number: 3, name: 'announcements', usableFrom: 3, up: createAnnouncements },
  { number: 4, name: 'pulse', usableFrom: 3, up: createPulse },
  { number: 5, name: 'ticket pages', usableFrom: 3, up: createTicketPages },
  { number: 6, name: 'operators', usableFrom: 3, up: prepareOperators },
  { number: 7, name: 'session versions', usableFrom: 3, up: createSessionVersions },
  { number: 8, name: 'folded usernames', usableFrom: 3, up: foldUsernames },
];

export const latestMigration = Math.max(...migrations.map(({ number }) => number));
