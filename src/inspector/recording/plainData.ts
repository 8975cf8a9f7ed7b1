import { Actor } from 'xstate';

/** Gives the text to be written for one under this key of this object. */
export type TextRule = (text: string, key: string, within: object) => string;

/** How a replay makes values again of which a recording holds a sign. */
export interface Revival {
  /** Takes what the error's `toJSON` gave, or its type and message. */
  readonly error: (data: object) => Error;
}

const CIRCULAR = '(circular)';

/**
 * Gives the function that makes plain data of values, as JSON carries it: errors and actors by a sign, texts by the rule,
 * functions by a word only.
 */
export function createPlainData(rule: TextRule): (value: unknown) => unknown {
  // Snapshots share what did not change: most of one is known from the one before. An array's texts depend on where it stands.
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
        // The names of states are the product's own.
        const isState = isSnapshot && key === 'value';
        return [key, isState ? item : plain(item, key, value)];
      }),
    );
  }

  return plain;
}

/** The data of an error. */
function dataOf(error: Error): object {
  const data: unknown = 'toJSON' in error && typeof error.toJSON === 'function' ? error.toJSON() : undefined;
  return isObject(data) ? data : { type: error.name, message: error.message };
}

/** Plain data as machines take it: the signs made values again. */
export function liveData(plain: unknown, revival: Revival): unknown {
  if (!isObject(plain)) return plain;
  if (Array.isArray(plain)) return plain.map((item) => liveData(item, revival));
  if ('$error' in plain) return revival.error(asObject(plain.$error));
  return Object.fromEntries(
    Object.entries(plain).map(([key, item]: [string, unknown]) => [key, liveData(item, revival)]),
  );
}

/** Gives the rule that shows every text but secrets: what stands under such a key, and the `value` beside a `field` of such a name. */
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

/** Whether two values are the same as JSON has them, whatever the order of their keys. */
export function isDeepSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
