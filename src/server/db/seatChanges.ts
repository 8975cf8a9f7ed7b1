import { ourConnection } from './connection.ts';
import type { Runner } from './statement.ts';

/** What the database knows a screening by; `startsAt` in epoch milliseconds. */
export interface ScreeningId {
  readonly movieId: number;
  readonly startsAt: number;
}

/** Called with the key of the changed screening, or with nothing after a reconnect, when any may have changed unheard. */
export type SeatsListener = (screening?: string) => void;

/** The changes of seats in all processes on the same database, each told after COMMIT. */
export interface SeatChanges {
  /** Returns unsubscribe. */
  subscribe(listener: SeatsListener): () => Promise<void>;
}

/** Where the changes that this process commits are told, by the keys of their screenings. */
export interface ToldSeatChanges extends SeatChanges {
  readonly tell: (screenings: Iterable<string>) => void;
}

/** A screening in one word. */
export function screeningKey({ movieId, startsAt }: ScreeningId): string {
  return `${movieId}:${startsAt}`;
}

/** Lets everybody who watches a screening be told that its seats have changed, once the transaction is committed. */
export async function announceSeats(transaction: Runner, screening: ScreeningId): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    ourConnection(connection).announce(screeningKey(screening));
  });
}

/** Tells the listeners of this process. */
export function createSeatChanges(): ToldSeatChanges & { readonly tellAll: SeatsListener } {
  const listeners = new Set<SeatsListener>();
  const tellAll: SeatsListener = (screening) => {
    for (const listener of listeners) listener(screening);
  };
  return {
    tellAll,
    tell(screenings) {
      for (const screening of screenings) tellAll(screening);
    },
    subscribe(listener) {
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
      };
    },
  };
}
