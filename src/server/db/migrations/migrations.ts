import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';
import { createInitialSchema } from './0001-initial.ts';
import { keepHoldsOfTheLastHour } from './0002-holds-of-the-last-hour.ts';
import { addIndonesianDescriptions } from './0003-indonesian-descriptions.ts';
import { orderKeysByBytes } from './0004-keys-in-the-order-of-their-bytes.ts';
import { addDoors } from './0005-doors.ts';

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
  { number: 1, name: 'initial', usableFrom: 1, up: createInitialSchema },
  { number: 2, name: 'holds of the last hour', usableFrom: 2, up: keepHoldsOfTheLastHour },
  { number: 3, name: 'indonesian descriptions', usableFrom: 2, up: addIndonesianDescriptions },
  { number: 4, name: 'keys in the order of their bytes', usableFrom: 2, up: orderKeysByBytes },
  { number: 5, name: 'doors', usableFrom: 2, up: addDoors },
];
