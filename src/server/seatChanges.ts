/** Tells within this process that seats were sold or freed, after the COMMIT. */
export interface SeatChanges {
  readonly notify: () => void;
  /** Returns unsubscribe. */
  readonly subscribe: (listener: () => void) => () => Promise<void>;
}

/** Creates seat changes that nobody listens to yet. */
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
