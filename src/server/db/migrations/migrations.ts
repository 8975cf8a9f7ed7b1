import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';
import { createCinema } from './0001-cinema.ts';
import { createGuesses } from './0002-guesses.ts';
import { createAnnouncements } from './0003-announcements.ts';
import { createTicketPages } from './0005-ticket-pages.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly up: (db: Kysely<Schema>, engine: Engine) => Promise<void>;
}

/** Every change of the database's shape, ascending; one that was released never changes. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'cinema', up: createCinema },
  { number: 2, name: 'guesses', up: createGuesses },
  { number: 3, name: 'announcements', up: createAnnouncements },
  { number: 5, name: 'ticket pages', up: createTicketPages },
];

/** The number of the newest migration. */
export const latestMigration = Math.max(...migrations.map(({ number }) => number));
