import { Actor } from 'xstate';

/** Returns the text to write for `text`, found under `key` of the object `within`. */
export type TextRule = (text: string, key: string, within: object) => string;

/** Restores values that a recording holds only as a marker. */
export interface Revival {
  /** @param data - the result of the error's `toJSON`, or its type and message. */
  readonly error: (data: object) => Error;
}

const CIRCULAR = '(circular)';
/** Replaces a value that throws when it is read. */
const UNREADABLE = '(unreadable)';
const REMOVED = '(removed)';
/** Objects below this depth are not read. */
const MAX_DEPTH = 100;

/** The keys and fields whose values are secret, unless the app names others. */
export const SECRET = /password|token|secret/i;

/**
 * Creates a function that converts any value to JSON data. It never throws. Errors, dates, maps, sets and BigInts become objects such
 * as `{ $error }`, which `liveData` converts back; actors, functions, other class instances, and what cannot be read become a marker
 * text such as `(actor)`. The rule redacts every text. Other values under a secret key are removed.
 */
export function createPlainData(rule: TextRule, secret = SECRET): (value: unknown) => unknown {
  // Snapshots share unchanged objects, so most are cached. Arrays are not: the rule for their texts depends on the array's key.
  const known = new WeakMap<object, unknown>();

  function plain(value: unknown, key = '', within: object = {}, depth = 0): unknown {
    if (typeof value === 'string') return rule(value, key, within);
    if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
    if (typeof value === 'boolean' || value === undefined || value === null) return value;
    if (isSecret(secret, key, within) && !Array.isArray(value)) return REMOVED;
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (!isObject(value)) return value;
    if (depth > MAX_DEPTH) return '(too deep)';
    if (known.has(value)) return known.get(value);
    known.set(value, CIRCULAR);
    const written = plainObject(value, key, within, depth + 1);
    if (Array.isArray(value)) known.delete(value);
    else known.set(value, written);
    return written;
  }

  function plainObject(value: object, key: string, within: object, depth: number): unknown {
    try {
      const list = (items: Iterable<unknown>) => Array.from(items, (item) => plain(item, key, within, depth));
      if (Array.isArray(value)) return list(value);
      if (value instanceof Actor) return '(actor)';
      if (value instanceof Error) return { $error: plainEntries(dataOf(value), depth) };
      if (value instanceof Date) return { $date: value.toISOString() };
      if (value instanceof Map) return { $map: list(value) };
      if (value instanceof Set) return { $set: list(value) };
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype === null || prototype === Object.prototype) return plainEntries(value, depth);
      return `(${value.constructor.name})`;
    } catch {
      return UNREADABLE;
    }
  }

  function plainEntries(value: object, depth: number): Record<string, unknown> {
    const isSnapshot = 'status' in value && 'value' in value && 'context' in value;
    const read = (key: string): unknown => {
      try {
        const item: unknown = Reflect.get(value, key);
        // The value of a snapshot holds state names, and its children have ids as keys: neither is personal or secret.
        if (isSnapshot && key === 'value') return item;
        if (isSnapshot && key === 'children' && isObject(item)) {
          return Object.fromEntries(Object.entries(item).map(([id, child]) => [id, plain(child, '', item, depth)]));
        }
        return plain(item, key, value, depth);
      } catch {
        return UNREADABLE;
      }
    };
    return Object.fromEntries(Object.keys(value).map((key) => [key, read(key)]));
  }

  return plain;
}

function dataOf(error: Error): object {
  const data: unknown = 'toJSON' in error && typeof error.toJSON === 'function' ? error.toJSON() : undefined;
  return isObject(data) ? data : { type: error.name, message: error.message };
}

/** Converts plain data back: replaces each `{ $error }`, `{ $date }` and the like. Other markers stay texts. */
export function liveData(plain: unknown, revival: Revival): unknown {
  if (!isObject(plain)) return plain;
  if (Array.isArray(plain)) return plain.map((item) => liveData(item, revival));
  if ('$error' in plain) return revival.error(asObject(plain.$error));
  if ('$date' in plain) return new Date(String(plain.$date));
  if ('$bigint' in plain) return BigInt(String(plain.$bigint));
  if ('$set' in plain && Array.isArray(plain.$set)) return new Set(plain.$set.map((item) => liveData(item, revival)));
  if ('$map' in plain && Array.isArray(plain.$map)) {
    return new Map(
      plain.$map.map(([key, value]: [unknown, unknown]) => [liveData(key, revival), liveData(value, revival)]),
    );
  }
  return Object.fromEntries(
    Object.entries(plain).map(([key, item]: [string, unknown]) => [key, liveData(item, revival)]),
  );
}

/** Whether a value is secret: its key matches, or it is the `value` beside a `field` whose name matches. */
function isSecret(secret: RegExp, key: string, within: object): boolean {
  return secret.test(key) || (key === 'value' && 'field' in within && secret.test(String(within.field)));
}

/** Creates a rule that removes the texts that are secret, and passes every other text to another rule. */
export function withoutSecrets(secret: RegExp, rule: TextRule = (text) => text): TextRule {
  return (text, key, within) => (text !== '' && isSecret(secret, key, within) ? REMOVED : rule(text, key, within));
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function asObject(value: unknown): object {
  return isObject(value) ? value : {};
}

/** Whether two values are equal as JSON, in any order of keys. */
export function isDeepSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
