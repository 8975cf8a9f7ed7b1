import type { Recording } from '../recording/recording.ts';
import type { Observer } from './replayRecording.ts';

/**
 * The clock and the random numbers of a replay. Values that differ between the two worlds come from them. Both are the same in each
 * check, so that a recording always has the same verdict.
 */
export type World =
  /** The clock of the recording, and random numbers near 0. */
  | 'recorded'
  /** A later and faster clock, and random numbers near 1. */
  | 'other';

/** More than a year, and not a whole number of weeks, days, hours, minutes or seconds. */
const LATER = ((400 * 24 + 7) * 60 + 13) * 60_000 + 17_331;
const FASTER = 1.7;
/** A little more than each difference of two times that are read in one step. */
const PER_READ = 7;
/** A loop can wait for a random number of another size: after this many numbers in a frame they have every size. */
const MANY = 100;
/** Decides more than any probability of an app. */
const NEAR = 0.001;

/** Calls a function in a world. Pass the observer to the replay, so that its clock follows the recording. */
export function inWorld<Result>(world: World, { began }: Recording, run: (observer: Observer) => Result): Result {
  let at = 0;
  let reads = 0;
  let draws = 0;
  const next = numbers(world === 'recorded' ? 1 : 2);

  function elapsed(): number {
    reads += 1;
    return world === 'recorded' ? at : Math.floor(at * FASTER) + LATER + PER_READ * reads;
  }

  function random(): number {
    draws += 1;
    const number = next();
    if (draws > MANY) return number;
    return world === 'recorded' ? number * NEAR : 1 - NEAR + number * NEAR;
  }

  const undo = [
    replace(
      globalThis,
      'Date',
      dateAt(Date, () => began + elapsed()),
    ),
    replace(performance, 'now', elapsed),
    replace(Math, 'random', random),
    replace(crypto, 'getRandomValues', (values: unknown) => filled(values, random)),
    replace(crypto, 'randomUUID', () => uuid(random)),
  ];
  try {
    return run({
      onTime: (time) => {
        at = time;
        draws = 0;
      },
    });
  } finally {
    for (const each of undo) each();
  }
}

/** Replaces a property of a global object. @returns a function that restores it */
function replace(object: object, key: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, key);
  Object.defineProperty(object, key, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(object, key);
    else Object.defineProperty(object, key, before);
  };
}

function dateAt(real: DateConstructor, now: () => number): DateConstructor {
  return new Proxy(real, {
    construct: (target, values, created) => Reflect.construct(target, values.length === 0 ? [now()] : values, created),
    apply: (target) => new target(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}

/** A repeatable sequence of numbers from 0 to 1 (mulberry32, public domain). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fills a list of whole numbers, as `crypto.getRandomValues` does. */
function filled(values: unknown, random: () => number): unknown {
  if (!ArrayBuffer.isView(values)) return values;
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(random() * 256);
  return values;
}

function uuid(random: () => number): string {
  return '00000000-0000-4000-8000-000000000000'.replaceAll('0', () => Math.floor(random() * 16).toString(16));
}
