import { isMachineSnapshot, type ActorRefLike, type AnyMachineSnapshot } from 'xstate';
import { createPlainData, isObject } from '../recording/plainData.ts';
import { inspected } from '../xstateInternals.ts';
import type { Observer } from './replayRecording.ts';

/** A longer list is not read at every step. */
const MANY = 1000;

const INSTANCE = /"\(([A-Z][\w$]*)?\)"/;

/** The observer of a replay that finds data that a recording cannot follow; each is a sentence. */
export function watchHiddenData(): Observer & { readonly hidden: ReadonlySet<string> } {
  const names = new WeakMap<ActorRefLike, string>();
  const known = new Map<string, { readonly value: unknown; readonly json: string }>();
  const hidden = new Set<string>();

  function look(actor: string, { context }: AnyMachineSnapshot) {
    for (const key of Object.keys(context)) {
      const value: unknown = Reflect.get(context, key);
      if (!isObject(value) || (Array.isArray(value) && value.length > MANY)) continue;
      const json = JSON.stringify(createPlainData((text) => text)(value, { key }));
      const before = known.get(`${actor} ${key}`);
      known.set(`${actor} ${key}`, { value, json });
      if (before?.value === value && before.json === json) continue;
      const reason = reasonFor(`“${key}” of ${actor}`, before?.value === value, json);
      if (reason !== undefined) hidden.add(reason);
    }
  }

  return {
    hidden,
    onActor: (actor, name) => names.set(actor, name),
    inspect: (event) => {
      const seen = inspected(event);
      const actor = seen && names.get(seen.actor);
      if (actor === undefined || seen?.kind !== 'handled' || !isMachineSnapshot(seen.snapshot)) return;
      look(actor, seen.snapshot);
    },
  };
}

function reasonFor(name: string, isSameObject: boolean, json: string): string | undefined {
  if (isSameObject) return `${name} changes in place, which a recording cannot follow.`;
  const found = INSTANCE.exec(json);
  if (found === null) return undefined;
  const [, type = 'a class without a name'] = found;
  return `${name} is or has an instance of ${type}, which a recording does not contain.`;
}
