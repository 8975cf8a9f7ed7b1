import { Actor } from 'xstate';
import { isObject } from './plainData.ts';
import { hashOfNumbers } from './placeholders.ts';

/** New values by their path, such as `todos.3.done`. Null for a removed value. */
export type Changes = Readonly<Record<string, unknown>>;

/** Converts a value to JSON data; see `createPlainData`. */
type Plain = (value: unknown, key: string, within: object) => unknown;

/** If more parts of a value have changed, the recording has the whole value. */
const MAX_PARTS = 50;
const MAX_DEPTH = 20;
/** The recording has a hash of a longer list of numbers. A copy would slow the app down. */
const MANY = 1000;

/**
 * Compares two values and returns the changed parts. Skips identical objects, so the cost depends on the number of changes.
 * @param plain converts the changed parts to JSON data
 */
export function changesBetween(before: unknown, after: unknown, plain: Plain): Changes {
  const changes: Record<string, unknown> = {};

  /** @returns the number of parts that were written */
  function walk(was: unknown, is: unknown, path: string, key: string, within: object, depth: number): number {
    if (Object.is(was, is)) return 0;
    if (depth < MAX_DEPTH && isList(was) && isList(is)) return walkList(was, is, path, key, within, depth);
    if (depth < MAX_DEPTH && isRecord(was) && isRecord(is)) return walkRecord(was, is, path, key, within, depth);
    if (depth < MAX_DEPTH && isKeyed(was) && isKeyed(is)) return walkKeyed(was, is, path, key, within, depth);
    const written = is === undefined ? null : plain(is, key, within);
    if (was !== undefined && JSON.stringify(written) === JSON.stringify(plain(was, key, within))) return 0;
    changes[path] = written;
    return 1;
  }

  function walkRecord(was: object, is: object, path: string, key: string, within: object, depth: number): number {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const write = (name: string) =>
      walk(Reflect.get(was, name), Reflect.get(is, name), below(path, name), name, is, depth + 1);
    if (path !== '') return writeFew(names, write, () => plain(is, key, within), path);
    for (const name of names) write(name);
    return 0;
  }

  /** Texts in a list follow the rule for the key of the list. */
  function walkList(
    was: readonly unknown[],
    is: readonly unknown[],
    path: string,
    key: string,
    within: object,
    depth: number,
  ): number {
    const write = (index: string) =>
      walk(Reflect.get(was, index), Reflect.get(is, index), below(path, index), key, within, depth + 1);
    const whole = () => (is.length > MANY && isNumbers(is) ? { $hash: hashOfNumbers(is) } : plain(is, key, within));
    return writeFew(changedIndexes(was, is), write, whole, path);
  }

  /** The keys of a map or a set name its parts. Texts in a map follow the rule for their key. */
  function walkKeyed(was: Keyed, is: Keyed, path: string, key: string, within: object, depth: number): number {
    const write = (name: Key) => {
      const inner = is instanceof Map && typeof name === 'string' ? name : key;
      return walk(
        itemOf(was, name),
        itemOf(is, name),
        below(path, String(plain(name, key, within))),
        inner,
        is,
        depth + 1,
      );
    };
    return writeFew(changedKeys(was, is), write, () => plain(is, key, within), path);
  }

  /** Writes the changed parts. If they are too many, writes the whole value. */
  function writeFew<Name>(
    names: readonly Name[] | undefined,
    write: (name: Name) => number,
    whole: () => unknown,
    path: string,
  ): number {
    const known = new Set(Object.keys(changes));
    if (names !== undefined) {
      const count = sum(names, write);
      if (count <= MAX_PARTS) return count;
      for (const written of Object.keys(changes)) if (!known.has(written)) delete changes[written];
    }
    changes[path] = whole();
    return 1;
  }

  walk(before, after, '', '', {}, 0);
  return changes;
}

function sum<Name>(names: readonly Name[], count: (name: Name) => number): number {
  let total = 0;
  for (const name of names) {
    total += count(name);
    if (total > MAX_PARTS * 10) break;
  }
  return total;
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The changed indexes, and `length`. Undefined if too many items have changed. */
function changedIndexes(was: readonly unknown[], is: readonly unknown[]): readonly string[] | undefined {
  const indexes: string[] = [];
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    if (was[index] === is[index]) continue;
    if (indexes.length === MAX_PARTS) return undefined;
    indexes.push(String(index));
  }
  return was.length === is.length ? indexes : [...indexes, 'length'];
}

/**
 * The keys whose items have changed. Undefined if too many have, if the order is not the one that removed and added keys leave, or if a
 * part cannot be named: its key is neither a text nor a number, or its item is undefined.
 */
function changedKeys(was: Keyed, is: Keyed): readonly Key[] | undefined {
  const changed: Key[] = [];
  const remaining = was.keys();
  let hasNew = false;

  /** Skips removed keys. @returns the next key that both have, or undefined */
  function nextKept(): unknown {
    for (let next = remaining.next(); next.done !== true; next = remaining.next()) {
      if (is.has(next.value)) return next.value;
      if (!isNamed(was, next.value) || changed.push(next.value) > MAX_PARTS) return undefined;
    }
    return undefined;
  }

  for (const key of is.keys()) {
    if (!isNamed(is, key) || changed.length > MAX_PARTS) return undefined;
    if (!was.has(key)) {
      hasNew = true;
      changed.push(key);
    } else if (hasNew || nextKept() !== key) return undefined;
    else if (!Object.is(itemOf(was, key), itemOf(is, key))) changed.push(key);
  }
  for (const key of remaining) if (!isNamed(was, key) || changed.push(key) > MAX_PARTS) return undefined;
  return changed;
}

type Keyed = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;
type Key = string | number;

function isKeyed(value: unknown): value is Keyed {
  return value instanceof Map || value instanceof Set;
}

function isNamed(keyed: Keyed, key: unknown): key is Key {
  return (typeof key === 'string' || typeof key === 'number') && itemOf(keyed, key) !== undefined;
}

/** Undefined if the key is missing. */
function itemOf(keyed: Keyed, key: Key): unknown {
  if (keyed instanceof Map) return keyed.get(key);
  return keyed.has(key) ? key : undefined;
}

function isNumbers(list: readonly unknown[]): list is readonly number[] {
  for (const item of list) if (typeof item !== 'number') return false;
  return true;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is object {
  if (!isObject(value) || value instanceof Actor) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
