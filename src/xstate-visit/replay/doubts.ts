import { isMachineSnapshot, type AnyMachineSnapshot } from 'xstate';
import { createPlainData, isObject } from '../recording/plainData.ts';
import type { Recording } from '../recording/recording.ts';
import { inspected } from '../xstateInternals.ts';
import { findDifferences } from './differences.ts';
import { replayRecording, type Replay, type ReplayedProduct } from './replayRecording.ts';

/** More doubts say nothing new. */
const MAX_DOUBTS = 5;

/** Why a changed machine whose replay has no difference can have one that the recording does not show; each is a sentence. */
export function findDoubts(recording: Recording, replay: Replay, product: ReplayedProduct): readonly string[] {
  const doubts = new Set([...swappedTexts(recording, replay), ...hiddenChanges(recording, product)]);
  return [...doubts].slice(0, MAX_DOUBTS);
}

/** A placeholder can stand for any text, also for the one from another field. */
function swappedTexts({ entries, placeholders }: Recording, replay: Replay): readonly string[] {
  const known = new Set(placeholders.map((text) => JSON.stringify(text)));
  const isSwapped = (was: string, is: string) =>
    was.startsWith('{"$redacted"') ? was.replace('$redacted', '$hash') !== is : known.has(was) && known.has(is);
  return findDifferences(entries, { entries: replay.entries, problems: [] }).flatMap(({ actor, parts }) =>
    parts
      .filter(({ recorded, today }) => isSwapped(recorded, today))
      .map(({ name }) => `“${name}” of ${actor} has another text than the visit, and the recording has neither.`),
  );
}

/** A longer list is not read at every step. */
const MANY = 1000;

const INSTANCE = /"\(([A-Z][\w$]*)\)"/;

/** A recording contains no instances of classes, and no change within the same object. */
function hiddenChanges(recording: Recording, product: ReplayedProduct): readonly string[] {
  const names = new WeakMap<object, string>();
  const known = new Map<string, { readonly value: unknown; readonly json: string }>();
  const doubts: string[] = [];

  function look(actor: string, { context }: AnyMachineSnapshot) {
    for (const key of Object.keys(context)) {
      const value: unknown = Reflect.get(context, key);
      if (!isObject(value) || (Array.isArray(value) && value.length > MANY)) continue;
      const json = JSON.stringify(createPlainData((text) => text)(value, { key }));
      const before = known.get(`${actor} ${key}`);
      known.set(`${actor} ${key}`, { value, json });
      if (before?.value === value && before.json === json) continue;
      const [, instance] = INSTANCE.exec(json) ?? [];
      if (before?.value === value)
        doubts.push(`“${key}” of ${actor} changes in place, which a recording cannot follow.`);
      else if (instance !== undefined) {
        doubts.push(`“${key}” of ${actor} is or has an instance of ${instance}, which a recording does not contain.`);
      }
    }
  }

  replayRecording(recording, product, {
    inspect: (event) => {
      const seen = inspected(event);
      const actor = seen && names.get(seen.actor);
      if (actor === undefined || seen?.kind !== 'handled' || !isMachineSnapshot(seen.snapshot)) return;
      look(actor, seen.snapshot);
    },
    onActor: (actorRef, name) => names.set(actorRef, name),
  });
  return doubts;
}
