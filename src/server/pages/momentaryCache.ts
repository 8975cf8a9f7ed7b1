/** Something made at most once at a time and kept for a moment, by key; the least recently asked for go first. */
export interface MomentaryCache<Value> {
  /** The value kept for a key, else the one that is being made, else a new one. What cannot be made is not kept. */
  readonly get: (key: string, make: () => Promise<Value>) => Promise<Value>;
  /** Whether a value is kept for a key, or being made. */
  readonly has: (key: string) => boolean;
  /** Forgets all; what is being made reaches only those who asked before. */
  readonly clear: () => void;
}

interface Kept<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Keeps so many values for so many milliseconds. */
export function createMomentaryCache<Value>(
  most: number,
  milliseconds: number,
  now: () => number = () => performance.now(),
): MomentaryCache<Value> {
  const kept = new Map<string, Kept<Value>>();

  return {
    get(key, make) {
      const found = kept.get(key);
      kept.delete(key);
      if (found !== undefined && now() < found.until) {
        kept.set(key, found);
        return found.value;
      }
      const current = { value: make(), until: now() + milliseconds };
      kept.set(key, current);
      current.value.catch(() => {
        if (kept.get(key) === current) kept.delete(key);
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return current.value;
    },
    has: (key) => {
      const found = kept.get(key);
      return found !== undefined && now() < found.until;
    },
    clear: () => kept.clear(),
  };
}
