import { isDeepSame, isObject } from '../recording/plainData.ts';
import type { InspectedActor } from './stepLog.ts';

/** A part of an actor that a step changed. */
export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The path of the part, such as `state` or `context.seats.0.name`. */
  readonly path: string;
  /** The old value as a short text. Empty if the part is new. */
  readonly before: string;
  /** The new value as a short text. Empty if the part is gone. */
  readonly after: string;
}

/** The panel cuts longer values. */
const MAX_TEXT = 80;

/** Compares an actor before and after a step: first its state, then its data in the order of the keys. */
export function changesBetween(before: InspectedActor, after: InspectedActor): readonly Change[] {
  return [...compare('state', before.state, after.state), ...compare('', before.data, after.data)];
}

function compare(path: string, was: unknown, is: unknown): readonly Change[] {
  if (isDeepSame(was, is)) return [];
  if (Array.isArray(was) && Array.isArray(is)) return compareLists(path, was, is);
  if (isObject(was) && isObject(is) && !Array.isArray(was) && !Array.isArray(is)) {
    const [wasMap, isMap] = [entriesOf(was), entriesOf(is)];
    return [...new Set([...wasMap.keys(), ...isMap.keys()])].flatMap((key) => {
      const inner = within(path, key);
      if (!wasMap.has(key)) return added(inner, isMap.get(key));
      return isMap.has(key) ? compare(inner, wasMap.get(key), isMap.get(key)) : removed(inner, wasMap.get(key));
    });
  }
  return [{ kind: 'changed', path, before: shortText(was), after: shortText(is) }];
}

/** Compares two lists. Skips equal items at the start and at the end, so that an inserted item is one change. */
function compareLists(path: string, was: readonly unknown[], is: readonly unknown[]): readonly Change[] {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && isDeepSame(was[start], is[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isDeepSame(was.at(-1 - end), is.at(-1 - end))) end += 1;
  const [wasEnd, isEnd] = [was.length - end, is.length - end];
  const both = Math.min(wasEnd, isEnd);
  return [
    ...was.slice(start, both).flatMap((item, index) => compare(within(path, start + index), item, is[start + index])),
    ...was.slice(both, wasEnd).flatMap((item, index) => removed(within(path, both + index), item)),
    ...is.slice(both, isEnd).flatMap((item, index) => added(within(path, both + index), item)),
  ];
}

function added(path: string, value: unknown): readonly Change[] {
  return [{ kind: 'added', path, before: '', after: shortText(value) }];
}

function removed(path: string, value: unknown): readonly Change[] {
  return [{ kind: 'removed', path, before: shortText(value), after: '' }];
}

/** The entries of an object. A key with the value undefined counts as missing. */
function entriesOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, item]) => item !== undefined));
}

function within(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}

function shortText(value: unknown): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
