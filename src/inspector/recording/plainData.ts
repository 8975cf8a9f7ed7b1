import { Actor } from 'xstate';

/** Returns the text to write for `text`, found under `key` of the object `within`. */
export type TextRule = (text: string, key: string, within: object) => string;

/** Restores values that a recording holds only as a marker. */
export interface Revival {
  /** @param data - the result of the error's `toJSON`, or its type and message. */
  readonly error: (data: object) => Error;
}

const CIRCULAR = '(circular)';

/**
 * Creates a function that converts values to JSON data. Errors become `{ $error }`; actors, functions and class instances become a
 * marker text such as `(actor)`; the rule redacts every text.
 */
export function createPlainData(rule: TextRule): (value: unknown) => unknown {
  // Snapshots share unchanged objects, so most are cached. Arrays are not: the rule for their texts depends on the array's key.
  const known = new WeakMap<object, unknown>();

  function plain(value: unknown, key = '', within: object = {}): unknown {
    if (typeof value === 'string') return rule(value, key, within);
    if (typeof value === 'function') return '(function)';
    if (!isObject(value)) return value;
    if (Array.isArray(value)) return value.map((item) => plain(item, key, within));
    if (known.has(value)) return known.get(value);
    known.set(value, CIRCULAR);
    const written = plainObject(value);
    known.set(value, written);
    return written;
  }

  function plainObject(value: object): unknown {
    if (value instanceof Actor) return '(actor)';
    if (value instanceof Error) return { $error: plainEntries(dataOf(value)) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return `(${value.constructor.name})`;
    return plainEntries(value);
  }

  function plainEntries(value: object): Record<string, unknown> {
    const isSnapshot = 'status' in value && 'value' in value && 'context' in value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => {
        // The value of a snapshot holds state names, which are never personal.
        const isState = isSnapshot && key === 'value';
        return [key, isState ? item : plain(item, key, value)];
      }),
    );
  }

  return plain;
}

function dataOf(error: Error): object {
  const data: unknown = 'toJSON' in error && typeof error.toJSON === 'function' ? error.toJSON() : undefined;
  return isObject(data) ? data : { type: error.name, message: error.message };
}

/** Converts plain data back: replaces each `{ $error }` by an error. Other markers stay texts. */
export function liveData(plain: unknown, revival: Revival): unknown {
  if (!isObject(plain)) return plain;
  if (Array.isArray(plain)) return plain.map((item) => liveData(item, revival));
  if ('$error' in plain) return revival.error(asObject(plain.$error));
  return Object.fromEntries(
    Object.entries(plain).map(([key, item]: [string, unknown]) => [key, liveData(item, revival)]),
  );
}

/** Creates a rule that removes secrets: texts whose key matches, and a `value` beside a `field` whose name matches. */
export function withoutSecrets(secret: RegExp): TextRule {
  return (text, key, within) => {
    const isOfSecretField = key === 'value' && 'field' in within && secret.test(String(within.field));
    return text !== '' && (secret.test(key) || isOfSecretField) ? '(removed)' : text;
  };
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
