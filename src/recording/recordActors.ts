import {
  Actor,
  isMachineSnapshot,
  type ActorRefLike,
  type AnyEventObject,
  type InspectedActionEvent,
  type InspectedEventEvent,
  type InspectedSnapshotEvent,
  type InspectionEvent,
} from 'xstate';
import { createStepTrail } from './stepTrail.ts';
import { createActorNames, machineOf, parentOf } from './actorNames.ts';
import { machineFingerprint } from './machineTree.ts';
import { plainData, type TextRule } from './plainData.ts';
import { isOutcome, type Entry } from './recording.ts';
import { textHash } from './textHash.ts';

/** What is longer than so many characters of JSON is kept by its hash. */
const LONGEST = 400;
/** Begins what was confirmed: the one action by which a page's machine reaches another of the product. */
export const START_INTENT = 'startIntent';
const NOTHING = 'null';
const ANSWERED = new Set(['xstate.promise.resolve', 'xstate.promise.reject']);

/** What enters the actors it is shown and what comes of it, as entries of a recording. */
export interface ActorRecord {
  readonly inspect: (event: InspectionEvent) => void;
  readonly entries: readonly Entry[];
  /** Adds an entry of another source. */
  readonly note: (entry: Entry) => void;
  readonly fingerprints: () => Record<string, string>;
  /** Whether the entries are as long as they may be: none is added any more. */
  readonly isFull: () => boolean;
}

/** Where a machine was seen last: its state, and its data by name, as JSON. */
interface Seen {
  readonly value: string;
  readonly data: ReadonlyMap<string, string>;
}

/**
 * Records actors on a clock of milliseconds since the beginning; each text is written as the rule says. After so many characters
 * of JSON the step under way is the last.
 */
export function recordActors(now: () => number, rule: TextRule, longest = Infinity): ActorRecord {
  const { nameOf } = createActorNames();
  const entries: Entry[] = [];
  const fingerprints = new Map<string, string>();
  const emitted = new WeakSet<object>();
  const answered = new WeakSet<object>();
  const seen = new WeakMap<object, Seen>();
  const plain = (value: unknown) => plainData(value, rule);
  const trail = createStepTrail(nameOf);
  let length = 0;
  let isFull = false;
  const note = (entry: Entry) => {
    const during = trail.midst();
    isFull ||= length >= longest && during === undefined && !isOutcome(entry);
    if (isFull) return;
    const written = during === undefined || isOutcome(entry) ? entry : { ...entry, during };
    entries.push(written);
    length += JSON.stringify(written).length;
  };

  function open(actor: ActorRefLike) {
    const machine = machineOf(actor);
    const name = nameOf(actor);
    if (machine === undefined) return;
    if (!fingerprints.has(machine.id)) fingerprints.set(machine.id, machineFingerprint(machine));
    if (parentOf(actor) !== undefined || !(actor instanceof Actor)) return;
    const { input, snapshot } = actor.options;
    note({
      is: 'opened',
      at: now(),
      actor: name,
      machine: machine.id,
      ...(input === undefined ? {} : { input: plain(input) }),
      ...(snapshot === undefined ? {} : { snapshot: plain(snapshot) }),
    });
  }

  function take({ actorRef, sourceRef, event }: InspectedEventEvent) {
    const actor = nameOf(actorRef);
    const isMachine = machineOf(actorRef) !== undefined;
    if (event.type === 'xstate.init') {
      if (sourceRef === undefined) note({ is: 'started', at: now(), actor });
      else if (!isMachine) note({ is: 'asked', actor, input: shortened(plain(event['input']) ?? null) });
      return;
    }
    if (ANSWERED.has(event.type)) answered.add(actorRef);
    if (isFromOutside(actorRef, sourceRef, event)) {
      const is = event.type.startsWith('xstate.after.') ? 'elapsed' : 'sent';
      note({ is, at: now(), actor, event: { ...asObject(plain(event)), type: event.type } });
    }
  }

  /** Whether a replay has to do it again: what a machine sends, emits or is answered by what it invoked comes of itself. */
  function isFromOutside(actor: ActorRefLike, source: ActorRefLike | undefined, event: AnyEventObject): boolean {
    if (source === undefined) return !emitted.has(event);
    if (source === actor) return machineOf(actor) === undefined || event.type.startsWith('xstate.after.');
    if (machineOf(source) !== undefined) return rootOf(source) !== rootOf(actor);
    return !event.type.startsWith('xstate.') || !answered.has(source);
  }

  function act({ actorRef, action: { type, params } }: InspectedActionEvent) {
    if (type === 'xstate.emit' && isObject(params) && 'event' in params && isEvent(params.event)) {
      emitted.add(params.event);
      const { type: action, ...told } = params.event;
      note({ is: 'did', actor: nameOf(actorRef), action, params: shortened(plain(told)) });
    }
    // What is begun in this way shows in the machine that runs it.
    if (type.startsWith('xstate.') || type === START_INTENT) return;
    note({
      is: 'did',
      actor: nameOf(actorRef),
      action: type,
      ...(params === undefined ? {} : { params: shortened(plain(params)) }),
    });
  }

  function see({ actorRef, event, snapshot }: InspectedSnapshotEvent) {
    const actor = nameOf(actorRef);
    const isRoot = parentOf(actorRef) === undefined;
    if (event.type === 'xstate.stop') {
      if (isRoot) note({ is: 'stopped', at: now(), actor });
      return;
    }
    if (!isMachineSnapshot(snapshot)) return;
    const before = seen.get(actorRef) ?? { value: '', data: new Map<string, string>() };
    const { context, value } = snapshot;
    const after = { value: JSON.stringify(value), data: new Map(Object.entries(asObject(plain(context))).map(jsonOf)) };
    seen.set(actorRef, after);
    const data = changes(before.data, after.data);
    note({
      is: 'took',
      actor,
      event: event.type,
      ...(before.value === after.value ? {} : { value }),
      ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
    });
  }

  return {
    inspect: (event) => {
      if (event.type === '@xstate.actor') open(event.actorRef);
      if (event.type === '@xstate.event') take(event);
      if (event.type === '@xstate.action') act(event);
      if (event.type === '@xstate.snapshot') see(event);
      trail.follow(event);
    },
    entries,
    note,
    fingerprints: () => Object.fromEntries(fingerprints),
    isFull: () => isFull,
  };
}

function rootOf(actor: ActorRefLike): ActorRefLike {
  const parent = parentOf(actor);
  return parent === undefined ? actor : rootOf(parent);
}

/** What of the data is other than before; what is gone is null. */
function changes(before: Seen['data'], after: Seen['data']): [string, unknown][] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): [string, unknown][] => {
    const json = after.get(key) ?? NOTHING;
    return json === (before.get(key) ?? NOTHING) ? [] : [[key, shortened(JSON.parse(json), json)]];
  });
}

function jsonOf([key, value]: [string, unknown]): [string, string] {
  return [key, value === undefined ? NOTHING : JSON.stringify(value)];
}

function shortened(plain: unknown, json = JSON.stringify(plain)): unknown {
  return json.length > LONGEST ? { $hash: textHash(json) } : plain;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEvent(value: unknown): value is { readonly type: string } {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}

function asObject(value: unknown): object {
  return isObject(value) ? value : {};
}
