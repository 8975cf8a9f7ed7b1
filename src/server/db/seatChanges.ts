import type { DatabaseSync } from 'node:sqlite';

/** The PostgreSQL channel on which `announce_seats` tells of changed seats: the schema, a space, the screening's key. */
export const SEATS_CHANNEL = 'booked_seats';

/** What the database knows a screening by; `startsAt` in epoch milliseconds. */
export interface ScreeningId {
  readonly movieId: number;
  readonly startsAt: number;
}

/** Called with the key of the changed screening, or with nothing after a reconnect, when any may have changed unheard. */
export type SeatsListener = (screening?: string) => void;

/** The changes of seats in all processes on the same database, each told after COMMIT. */
export interface SeatChanges {
  /** Returns unsubscribe, which resolves when the listener is called no more. */
  subscribe(listener: SeatsListener): () => Promise<void>;
}

/** A screening in one word, as `announce_seats` of the database tells it. */
export function screeningKey({ movieId, startsAt }: ScreeningId): string {
  return `${movieId}:${startsAt}`;
}

/** Defines `announce_seats` on a SQLite connection; `committed` passes on what it was called with since the last commit. */
export function announceOnCommit(database: DatabaseSync): { seatChanges: SeatChanges; committed: () => void } {
  const listeners = new Set<SeatsListener>();
  const changed = new Set<string>();
  database.function('announce_seats', (movieId, startsAt) => {
    changed.add(screeningKey({ movieId: Number(movieId), startsAt: Number(startsAt) }));
    return null;
  });
  return {
    seatChanges: {
      subscribe(listener) {
        listeners.add(listener);
        return async () => {
          listeners.delete(listener);
        };
      },
    },
    committed() {
      for (const screening of changed) for (const listener of listeners) listener(screening);
      changed.clear();
    },
  };
}
