import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** An open database; `db.destroy()` closes it. */
export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  readonly pool: () => PoolState;
  /** False from a failed attempt to connect until the next one that succeeds. */
  readonly isReachable: () => boolean;
}

/** How many connections are in use or idle, and how many requests wait for one. */
export interface PoolState {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}
