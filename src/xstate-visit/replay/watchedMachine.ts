import { StateMachine, type AnyStateMachine } from 'xstate';
import { standFor } from '../recording/actors.ts';
import { isObject } from '../recording/plainData.ts';
import { isLogic, isOwnKey, partsOfBuiltIn } from '../xstateInternals.ts';
import { watched, type Watch } from './watched.ts';

/** A function of a machine that is about to run. */
export interface Reader {
  /** Whether it decides which transition is taken; otherwise it computes a value. */
  readonly isGuard: boolean;
  /** Its name, or where it is in the machine. */
  readonly name: string;
  /** The only key of the data that an assignment writes. Undefined for other functions. */
  readonly key?: string;
}

/**
 * A copy of a machine that reports what its guards and its other pure functions read. Each runs once more with watched data; the result
 * of that run is ignored.
 */
export function watchedMachine(machine: AnyStateMachine, watchFor: (reader: Reader) => Watch): AnyStateMachine {
  function copyOf(value: unknown, reader: Reader, isAction: boolean): unknown {
    if (typeof value === 'function') return copyOfFunction(value, reader, isAction);
    if (!isObject(value) || isLogic(value)) return value;
    if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, reader, isAction));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => {
        if (isStatic(key, item)) return [key, item];
        return [key, copyOf(item, readerOf(reader, key, value), isAction || ACTIONS.test(key))];
      }),
    );
  }

  function copyOfFunction(value: object, reader: Reader, isAction: boolean): unknown {
    const call = (...parameters: unknown[]): unknown =>
      typeof value === 'function' ? Reflect.apply(value, undefined, parameters) : undefined;
    const parts = partsOfBuiltIn(value);
    if (parts !== undefined) {
      const copies = Object.entries(parts).map(([key, part]) => [
        key,
        key === 'assignment' ? copyOfAssignment(part, reader) : copyOf(part, reader, false),
      ]);
      return Object.assign(call, value, Object.fromEntries(copies));
    }
    // Actions with effects do not run in a replay.
    if (isAction) return value;
    return (...parameters: unknown[]) => {
      try {
        call(...watched(parameters, watchFor(reader)));
      } catch {
        // Only what it has read until now counts.
      }
      return call(...parameters.map((parameter) => withWatchedQueue(parameter, reader)));
    };
  }

  /** Each function of an object writes one key. */
  function copyOfAssignment(assignment: unknown, reader: Reader): unknown {
    if (!isObject(assignment) || typeof assignment === 'function') return copyOf(assignment, reader, false);
    return Object.fromEntries(
      Object.entries(assignment).map(([key, item]: [string, unknown]) => [
        key,
        copyOf(item, { ...readerOf(reader, key, assignment), key }, false),
      ]),
    );
  }

  /** The parameter of `enqueueActions` with a queue that copies each action, because an action can read, too. */
  function withWatchedQueue(parameter: unknown, reader: Reader): unknown {
    if (!isObject(parameter) || !('enqueue' in parameter) || typeof parameter.enqueue !== 'function') return parameter;
    const { enqueue } = parameter;
    const copied = (add: unknown) => {
      return (...parts: readonly unknown[]): unknown =>
        typeof add === 'function'
          ? Reflect.apply(
              add,
              undefined,
              parts.map((part) => copyOf(part, reader, false)),
            )
          : undefined;
    };
    const methods = Object.keys(enqueue).map((name) => [name, copied(Reflect.get(enqueue, name))]);
    const enqueueAction = (action: unknown): unknown =>
      Reflect.apply(enqueue, undefined, [copyOf(action, reader, true)]);
    return { ...parameter, enqueue: Object.assign(enqueueAction, Object.fromEntries(methods)) };
  }

  function copyOfGroup<Group extends object>(group: Group, isGuard: boolean, isAction: boolean): Group {
    const copy = { ...group };
    for (const [name, item] of Object.entries(group)) {
      Reflect.set(copy, name, copyOf(item, { isGuard, name }, isAction));
    }
    return copy;
  }

  const { guards, actions, delays, actors } = machine.implementations;
  const config: unknown = copyOf(machine.config, { isGuard: false, name: '' }, false);
  const copy: AnyStateMachine = new StateMachine(isObject(config) ? config : machine.config, {
    guards: copyOfGroup(guards, true, false),
    actions: copyOfGroup(actions, false, true),
    delays: copyOfGroup(delays, false, false),
    actors,
  });
  standFor(machine, copy);
  return copy;
}

const ACTIONS = /^(?:actions|entry|exit)$/;

function readerOf({ isGuard, name }: Reader, key: string, within: object): Reader {
  const below = /^(?:states|on)$/.test(key) ? name : `${name}${name === '' ? '' : '.'}${key}`;
  return { isGuard: isGuard || key === 'guard' || 'guards' in within, name: below };
}

/** Whether a part of a configuration is data of the app. */
function isStatic(key: string, item: unknown): boolean {
  return isOwnKey(key) || (/^(?:context|input|meta|types|schemas)$/.test(key) && typeof item !== 'function');
}
