/** A source of pseudo-random numbers. The same seed gives the same numbers. */
export interface Random {
  /** From 0 to less than 1. */
  readonly next: () => number;
  /** A whole number from 0 to less than `limit`. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  /** One of the values; throws when there are none. */
  readonly pick: <Value>(values: readonly Value[]) => Value;
}

/** Creates a source from a text, for example a seed and the name of its purpose (FNV-1a, then mulberry32). */
export function createRandom(seed: string): Random {
  let state = 0x81_1c_9d_c5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from');
      return value;
    },
  };
}

/** One of the values, more often the larger its weight is. Undefined if there are none. */
export function pickWeighted<Value>(
  random: Random,
  values: readonly { readonly weight: number; readonly value: Value }[],
): Value | undefined {
  let left = random.next() * values.reduce((sum, { weight }) => sum + weight, 0);
  return values.find(({ weight }) => (left -= weight) < 0)?.value;
}
