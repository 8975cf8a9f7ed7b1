/** Notifies listeners in this process, after COMMIT, that seats were sold or freed. */
export interface SeatChanges {
  readonly notify: () => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => Promise<void>;
}

export function createSeatChanges(): SeatChanges {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
      };
    },
  };
}
