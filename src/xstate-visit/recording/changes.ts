import { Actor } from 'xstate';
import { isObject } from './plainData.ts';
import { hashOfNumbers } from './placeholders.ts';

/** New values by their path, such as `todos.3.done`; null for a removed one. */
export type Changes = Readonly<Record<string, unknown>>;

/** Converts a value to JSON data; see `createPlainData`. */
type Plain = (value: unknown, key: string, within: object) => unknown;

/** An array or object with more changed parts is written as a whole. */
const MAX_PARTS = 50;
const MAX_DEPTH = 20;
/** A list of more numbers is never copied: that would slow the app down. */
const MANY = 1000;

/**
 * The changes from one value to another. Parts that are the same object are not read, so the cost depends on what changed.
 * @param plain converts the changed parts to JSON data
 */
export function changesBetween(before: unknown, after: unknown, plain: Plain): Changes {
  const changes: Record<string, unknown> = {};

  /** @returns the number of parts that were written */
  function walk(was: unknown, is: unknown, path: string, key: string, within: object, depth: number): number {
    if (Object.is(was, is)) return 0;
    if (depth < MAX_DEPTH && isList(was) && isList(is)) return walkList(was, is, path, key, within, depth);
    if (depth < MAX_DEPTH && isRecord(was) && isRecord(is)) return walkRecord(was, is, path, key, within, depth);
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

  /** The rule for the texts of a list depends on the key of the list. */
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

  /** Writes the parts that changed, or the whole if they are many. */
  function writeFew(
    names: readonly string[] | undefined,
    write: (name: string) => number,
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

function sum(names: readonly string[], count: (name: string) => number): number {
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

/** The changed indexes, and `length`; undefined if too many have changed. */
function changedIndexes(was: readonly unknown[], is: readonly unknown[]): readonly string[] | undefined {
  const indexes: string[] = [];
  for (let index = 0; index < Math.max(was.length, is.length); index += 1) {
    if (was[index] === is[index]) continue;
    if (indexes.length === MAX_PARTS) return undefined;
    indexes.push(String(index));
  }
  return was.length === is.length ? indexes : [...indexes, 'length'];
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
