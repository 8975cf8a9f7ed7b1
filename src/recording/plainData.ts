import { Actor, StateMachine } from 'xstate';
import { CallFailed } from '#domain/failure.ts';

/** What becomes of a text that stands under this key of this object. */
export type TextRule = (text: string, key: string, within: object) => string;

/** Values as plain data that JSON carries: machines, failures and actors by a sign, texts by the rule; functions are named only. */
export function plainData(value: unknown, rule: TextRule, key = '', within: object = {}): unknown {
  if (typeof value === 'string') return rule(value, key, within);
  if (typeof value === 'function') return '(function)';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plainData(item, rule, key, within));
  if (value instanceof StateMachine) return { $machine: value.id };
  if (value instanceof Actor) return '(actor)';
  if (value instanceof CallFailed) return { $failure: plainEntries(value.toJSON(), rule) };
  if (value instanceof Error) return { $error: value.name };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return `(${value.constructor.name})`;
  return plainEntries(value, rule);
}

function plainEntries(value: object, rule: TextRule): Record<string, unknown> {
  const isSnapshot = 'status' in value && 'value' in value && 'context' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      // The names of states are the product's own.
      const isState = isSnapshot && key === 'value';
      return [key, isState ? item : plainData(item, rule, key, value)];
    }),
  );
}

/** Plain data as machines take it: the signs made values again. Takes the machine of an id. */
export function liveData(plain: unknown, machineOf: (id: string) => unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return plain;
  if (Array.isArray(plain)) return plain.map((item) => liveData(item, machineOf));
  if ('$machine' in plain) return machineOf(String(plain.$machine));
  if ('$error' in plain) return new Error(String(plain.$error));
  if ('$failure' in plain) return failureIn(plain.$failure);
  return Object.fromEntries(
    Object.entries(plain).map(([key, item]: [string, unknown]) => [key, liveData(item, machineOf)]),
  );
}

function failureIn(told: unknown): CallFailed {
  const { code, message, seatNumbers } = { code: '', message: '', seatNumbers: [], ...(isObject(told) ? told : {}) };
  return new CallFailed({ code, message, seatNumbers });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
