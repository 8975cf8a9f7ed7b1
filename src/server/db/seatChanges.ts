import type { DatabaseSync } from 'node:sqlite';

/** One showtime of one film as the database names it; `startsAt` in epoch milliseconds. */
export interface Hall {
  readonly movieId: number;
  readonly startsAt: number;
}

/** Hears a hall's key, or nothing when the seats of any hall may have changed unheard. */
export type HearChange = (hall?: string) => void;

/** Tells whose seats changed, in any process on the same database, once the change is committed. */
export interface SeatChanges {
  /** Begins to tell; gives how to stop. */
  listen(hear: HearChange): () => Promise<void>;
}

/** A hall in one word, as `announce_seats` of the database tells it. */
export function hallKey({ movieId, startsAt }: Hall): string {
  return `${movieId}:${startsAt}`;
}

/** Gives a SQLite connection its `announce_seats`; what it is told is passed on at `committed`. */
export function announceOnCommit(database: DatabaseSync): { seatChanges: SeatChanges; committed: () => void } {
  const listeners = new Set<HearChange>();
  const changed = new Set<string>();
  database.function('announce_seats', (movieId, startsAt) => {
    changed.add(hallKey({ movieId: Number(movieId), startsAt: Number(startsAt) }));
    return null;
  });
  return {
    seatChanges: {
      listen(hear) {
        listeners.add(hear);
        return async () => {
          listeners.delete(hear);
        };
      },
    },
    committed() {
      for (const hall of changed) for (const hear of listeners) hear(hall);
      changed.clear();
    },
  };
}
