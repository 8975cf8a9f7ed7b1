import { Actor, isMachineSnapshot, type AnyActor } from 'xstate';
import { isPersistedActor } from '../xstateInternals.ts';
import { createSecretCheck, REMOVED, type TextRule } from './secrets.ts';

/** Restores values that JSON data has only as a marker. */
export interface Revival {
  /** @param data - the result of the error's `toJSON`, or its type and message. */
  readonly error: (data: object) => Error;
  /** Returns the actor with that name. */
  readonly actor: (name: string) => unknown;
}

interface PlainOptions {
  /** Returns the name of an actor for `{ $actor }`. Undefined writes the marker `(actor)`. */
  readonly actorName?: (actor: AnyActor) => string | undefined;
  /** A list, a map, a set or an object with more items ends with a text such as `(99000 more)`. */
  readonly maxItems?: number;
}

/** The place of a value. */
interface Place {
  readonly key?: string;
  readonly within?: object;
  /** Whether the value is a persisted snapshot of an actor, whose states are kept. */
  readonly isPersisted?: boolean;
}

/** The fields of every error. */
const OF_ERRORS = /^(?:name|message|stack)$/;

const CIRCULAR = '(circular)';
/** Replaces a value that throws when it is read. */
const UNREADABLE = '(unreadable)';
/** Objects below this depth are not read. */
const MAX_DEPTH = 100;

/**
 * Creates a function that converts any value to JSON data and never throws. Errors, dates, maps, sets and BigInts become objects such as
 * `{ $error }`; `liveData` converts them back. Actors, functions, instances of classes and unreadable values become a marker such as
 * `(actor)`. The rule redacts every text. A marker replaces every other secret value, except booleans.
 * @param secret matches the app's own names of secret values, in addition to passwords, tokens and the like
 */
export function createPlainData(
  rule: TextRule,
  secret?: RegExp,
  { actorName = () => undefined, maxItems = Infinity }: PlainOptions = {},
): (value: unknown, place?: Place) => unknown {
  const isSecret = createSecretCheck(secret);
  // Snapshots share unchanged objects and lists. Texts in a list follow the rule for the key of the list.
  const known = new WeakMap<object, unknown>();
  const knownLists = new WeakMap<object, Map<string, unknown>>();

  function plain(value: unknown, key = '', within: object = {}, depth = 0): unknown {
    if (typeof value === 'string') return rule(value, key, within);
    if (typeof value === 'function' || typeof value === 'symbol') return `(${typeof value})`;
    if (typeof value === 'boolean' || value === undefined || value === null) return value;
    // A replay can need the length of a list. The cache must not contain the items of a secret list.
    if (isSecret(key, within, value))
      return Array.isArray(value) ? value.slice(0, maxItems).map(() => REMOVED) : REMOVED;
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (Object.is(value, -0)) return { $number: '-0' };
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $number: String(value) };
    if (!isObject(value)) return value;
    if (depth > MAX_DEPTH) return '(too deep)';
    if (Array.isArray(value)) return plainList(value, key, within, depth);
    if (known.has(value)) return known.get(value);
    known.set(value, CIRCULAR);
    const written = plainObject(value, key, within, depth + 1);
    known.set(value, written);
    return written;
  }

  function plainList(list: readonly unknown[], key: string, within: object, depth: number): unknown {
    const lists = knownLists.get(list) ?? new Map<string, unknown>();
    if (lists.has(key)) return lists.get(key);
    knownLists.set(list, lists.set(key, CIRCULAR));
    const written = plainObject(list, key, within, depth + 1);
    lists.set(key, written);
    return written;
  }

  function plainObject(value: object, key: string, within: object, depth: number): unknown {
    try {
      // JSON has null instead of undefined in lists.
      const plainItem = (item: unknown) =>
        item === undefined ? { $undefined: true } : plain(item, key, within, depth);
      if (Array.isArray(value)) return firstItems(value, value.length, plainItem);
      if (value instanceof Actor) return plainActor(value);
      if (isPersistedActor(value)) return { ...value };
      if (value instanceof Error) return { $error: plainError(value, depth) };
      if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
      if (value instanceof Map)
        return { $map: firstItems(value, value.size, (entry) => mapEntry(entry, key, value, depth)) };
      if (value instanceof Set) return { $set: firstItems(value, value.size, plainItem) };
      if (isMachineSnapshot(value)) return plainSnapshot(value, depth);
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype === null || prototype === Object.prototype) return plainEntries(value, depth);
      return `(${value.constructor.name})`;
    } catch {
      return UNREADABLE;
    }
  }

  /** Converts the first items of a collection, and adds a text with the number of the others. */
  function firstItems<Item>(items: Iterable<Item>, size: number, write: (item: Item) => unknown): readonly unknown[] {
    const written: unknown[] = [];
    for (const item of items) {
      if (written.length === maxItems) return [...written, moreText(size - maxItems)];
      written.push(write(item));
    }
    return written;
  }

  /** The name of a class of errors is code, not data. */
  function plainError(error: Error, depth: number): unknown {
    const data: unknown = 'toJSON' in error && typeof error.toJSON === 'function' ? error.toJSON() : undefined;
    if (isObject(data)) return plainEntries(data, depth);
    const fields = Object.entries(error).filter(([key]) => !OF_ERRORS.test(key));
    return { type: error.name, ...plainEntries({ message: error.message, ...Object.fromEntries(fields) }, depth) };
  }

  function plainActor(actor: AnyActor): unknown {
    const name = actorName(actor);
    return name === undefined ? '(actor)' : { $actor: name };
  }

  /** The key of an entry decides whether its value is secret. */
  function mapEntry([name, item]: [unknown, unknown], key: string, within: object, depth: number): unknown {
    return [plain(name, key, within, depth), plain(item, typeof name === 'string' ? name : key, within, depth)];
  }

  function plainEntries(value: object, depth: number, keep = noKeys): Record<string, unknown> {
    const read = (key: string): unknown => {
      try {
        const item: unknown = Reflect.get(value, key);
        return keep(key, item) ?? plain(item, key, value, depth);
      } catch {
        return UNREADABLE;
      }
    };
    const keys = Object.keys(value);
    const entries = keys.slice(0, maxItems).map((key): [string, unknown] => [key, read(key)]);
    return Object.fromEntries(keys.length > maxItems ? [...entries, ['…', moreText(keys.length - maxItems)]] : entries);
  }

  /** Status, states and names of actors are neither personal nor secret. A replay needs them. */
  function plainSnapshot(value: object, depth: number): Record<string, unknown> {
    return plainEntries(value, depth, (key, item) => {
      if (key === 'status' || key === 'value' || key === 'historyValue') return names(item);
      if (key !== 'children' || !isObject(item)) return undefined;
      return Object.fromEntries(Object.entries(item).map(([id, child]) => [id, plainChild(child, depth + 1)]));
    });
  }

  function plainChild(child: unknown, depth: number): unknown {
    if (!isObject(child) || child instanceof Actor || depth > MAX_DEPTH) return plain(child, '', {}, depth);
    return plainEntries(child, depth, (key, item) => {
      if (key === 'snapshot' && isObject(item)) return plainSnapshot(item, depth);
      return key === 'src' || key === 'systemId' ? names(item) : undefined;
    });
  }

  return (value, { key = '', within = {}, isPersisted = false } = {}) => {
    try {
      return isPersisted && isObject(value) ? plainSnapshot(value, 0) : plain(value, key, within);
    } catch {
      return UNREADABLE;
    }
  };
}

function moreText(count: number): string {
  return `(${count} more)`;
}

function noKeys(_key: string, _item: unknown): unknown {
  return undefined;
}

/** Texts in objects and lists; undefined for anything else. */
function names(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(names);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, names(item)]))
    : undefined;
}

/** Converts JSON data back to values. Replaces each `{ $error }`, `{ $date }` and the like; other markers stay texts. */
export function liveData(plain: unknown, revival: Revival): unknown {
  if (!isObject(plain)) return plain;
  if (Array.isArray(plain)) return plain.map((item) => liveData(item, revival));
  if ('$error' in plain) return revival.error(asObject(liveData(plain.$error, revival)));
  if ('$actor' in plain) return revival.actor(String(plain.$actor));
  if ('$date' in plain) return new Date(String(plain.$date));
  if ('$bigint' in plain) return BigInt(String(plain.$bigint));
  if ('$number' in plain) return Number(plain.$number);
  if ('$undefined' in plain) return undefined;
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
