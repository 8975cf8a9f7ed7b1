import { Actor } from 'xstate';
import { isObject } from '../recording/plainData.ts';

/**
 * Called with a text that was read and where it was, such as `event.tab`. Also with other values that only a path identifies, and with
 * an error whose class was read.
 */
export interface Watch {
  readonly onRead: (value: unknown, path: string) => void;
}

/** The parameters of a machine's function, so that each text that it reads is reported. Functions do nothing. */
export function watched(parameters: readonly unknown[], { onRead }: Watch): unknown[] {
  const known = new WeakMap<object, unknown>();

  function watchedValue(value: unknown, path: string): unknown {
    if (typeof value === 'function') return nothing;
    if (!isObject(value)) {
      onRead(value, path);
      return value;
    }
    const found = known.get(value);
    if (found !== undefined) return found;
    const copy = watchedObject(value, path);
    known.set(value, copy);
    return copy;
  }

  function watchedObject(value: object, path: string): unknown {
    if (value instanceof Actor) return value;
    // Methods of lists, maps and the like read everything.
    if (Array.isArray(value)) return value.map((item: unknown, index) => watchedValue(item, `${path}.${index}`));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Error.prototype) return watchedError(value, path);
    if (prototype !== null && prototype !== Object.prototype) return value;
    return new Proxy(
      {},
      {
        get: (_, key) => watchedValue(Reflect.get(value, key), `${path}.${String(key)}`),
        has: (_, key) => Reflect.has(value, key),
        ownKeys: () => Reflect.ownKeys(value),
        getOwnPropertyDescriptor: (_, key) =>
          Reflect.has(value, key)
            ? {
                configurable: true,
                enumerable: true,
                value: watchedValue(Reflect.get(value, key), `${path}.${String(key)}`),
              }
            : undefined,
      },
    );
  }

  /** An error of a recording, which can have had another class. */
  function watchedError(error: object, path: string): object {
    const readClass = () => onRead(error, `the class of ${path}`);
    return new Proxy(error, {
      getPrototypeOf: () => {
        readClass();
        return Error.prototype;
      },
      get: (_, key) => {
        if (key === 'constructor') readClass();
        return Reflect.get(error, key);
      },
    });
  }

  return parameters.map((parameter, index) => {
    if (index > 0 || !isObject(parameter)) return watchedValue(parameter, 'params');
    const { context, event, input, output, ...others } = fieldsOf(parameter);
    return {
      ...Object.fromEntries(
        Object.entries(others).map(([key, item]) => [key, typeof item === 'function' ? nothing : item]),
      ),
      context: watchedValue(context, 'context'),
      event: watchedValue(event, 'event'),
      input: watchedValue(input, 'input'),
      output: watchedValue(output, 'output'),
    };
  });
}

function fieldsOf(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value));
}

/** Stands for functions such as `spawn` and `enqueue`, which must not run twice. It has every method. */
const nothing: unknown = new Proxy(() => ({}), { get: (_, key) => (key === 'prototype' ? {} : nothing) });
