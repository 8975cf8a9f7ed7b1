import {
  Actor,
  isMachineSnapshot,
  type ActorRefLike,
  type AnyEventObject,
  type AnyStateMachine,
  type InspectedActionEvent,
  type InspectedEventEvent,
  type InspectedSnapshotEvent,
  type InspectionEvent,
} from 'xstate';
import { createActorNames, machineOf, parentOf, rootOf, startedActors } from './actors.ts';
import { asObject, createPlainData, isObject, type TextRule } from './plainData.ts';
import { isOutcome, type Entry } from './recording.ts';
import { createStepTrail } from './stepTrail.ts';
import { textHash } from './placeholders.ts';

/** Values with more characters of JSON are replaced by a hash. */
const MAX_VALUE = 400;
const NOTHING = 'null';
const ANSWERS = new Set(['xstate.promise.resolve', 'xstate.promise.reject']);

/** Writes the inputs and outcomes of actors as entries of a recording. */
export interface ActorRecorder {
  readonly inspect: (event: InspectionEvent) => void;
  readonly entries: readonly Entry[];
  /** Adds an entry from another source, such as a change of the URL. */
  readonly add: (entry: Entry) => void;
  readonly fingerprints: () => Record<string, string>;
  /** Whether the maximum length is reached: later entries are dropped. */
  readonly isFull: () => boolean;
}

/** A machine's last recorded state and context; `data` has each context property as JSON. */
interface Seen {
  readonly state: string;
  readonly data: ReadonlyMap<string, string>;
}

/**
 * Records actors. `now` returns milliseconds since the recording began; `rule` redacts each text. After `maxCharacters` of JSON the
 * recording ends with the current step.
 */
export function recordActors(
  now: () => number,
  rule: TextRule,
  { maxCharacters = Infinity, secret }: { readonly maxCharacters?: number; readonly secret?: RegExp | undefined } = {},
): ActorRecorder {
  const nameOf = createActorNames();
  const entries: Entry[] = [];
  const fingerprints = new Map<string, string>();
  const answered = new WeakSet<object>();
  const seen = new WeakMap<object, Seen>();
  const plain = createPlainData(rule, secret);
  const trail = createStepTrail(nameOf);
  let length = 0;
  let isFull = false;

  const add = (entry: Entry) => {
    const during = trail.during();
    isFull ||= length >= maxCharacters && during === undefined && !isOutcome(entry);
    if (isFull) return;
    const written = during === undefined || isOutcome(entry) ? entry : { ...entry, during };
    entries.push(written);
    length += JSON.stringify(written).length;
  };

  function create(actor: ActorRefLike) {
    const machine = machineOf(actor);
    if (machine === undefined) return;
    if (!fingerprints.has(machine.id)) fingerprints.set(machine.id, fingerprintOf(machine));
    if (parentOf(actor) !== undefined || !(actor instanceof Actor)) return;
    const { input, snapshot, systemId } = actor.options;
    add({
      type: 'created',
      at: now(),
      actor: nameOf(actor),
      machine: machine.id,
      ...(systemId === undefined ? {} : { systemId }),
      ...(input === undefined ? {} : { input: plain(input) }),
      ...(snapshot === undefined ? {} : { snapshot: plain(snapshot) }),
    });
  }

  function receive({ actorRef, sourceRef, event }: InspectedEventEvent) {
    const actor = nameOf(actorRef);
    if (event.type === 'xstate.init') {
      if (sourceRef === undefined) return add({ type: 'started', at: now(), actor });
      if (machineOf(actorRef) !== undefined) return;
      return add({ type: 'invoked', actor, input: shortened(plain(event['input']) ?? null) });
    }
    if (ANSWERS.has(event.type)) answered.add(actorRef);
    if (!isFromOutside(actorRef, sourceRef, event)) return;
    const sender = sourceRef === undefined || sourceRef === actorRef ? {} : { sender: nameOf(sourceRef) };
    const type = event.type.startsWith('xstate.after.') ? 'delay' : 'event';
    add({ type, at: now(), actor, event: { ...asObject(plain(event)), type: event.type }, ...sender });
  }

  /**
   * Whether a replay must repeat an event. It need not repeat events that machines of the same system send, or the done event that
   * follows the recorded result of an invoked actor.
   */
  function isFromOutside(actor: ActorRefLike, source: ActorRefLike | undefined, event: AnyEventObject): boolean {
    if (source === undefined) return true;
    if (source === actor) return machineOf(actor) === undefined || event.type.startsWith('xstate.after.');
    if (machineOf(source) !== undefined) return rootOf(source) !== rootOf(actor);
    return !event.type.startsWith('xstate.') || !answered.has(source);
  }

  function act({ actorRef, action: { type, params } }: InspectedActionEvent) {
    if (type === 'xstate.emit' && isObject(params) && 'event' in params && isEvent(params.event)) {
      const { type: action, ...data } = params.event;
      add({ type: 'action', actor: nameOf(actorRef), action, params: shortened(plain(data)) });
    }
    if (type.startsWith('xstate.')) return;
    const written = params === undefined ? {} : { params: shortened(plain(params)) };
    add({ type: 'action', actor: nameOf(actorRef), action: type, ...written });
  }

  function see({ actorRef, event, snapshot }: InspectedSnapshotEvent) {
    const actor = nameOf(actorRef);
    if (event.type === 'xstate.stop') {
      if (parentOf(actorRef) === undefined) add({ type: 'stopped', at: now(), actor });
      return;
    }
    if (!isMachineSnapshot(snapshot)) return;
    const before = seen.get(actorRef) ?? { state: '', data: new Map<string, string>() };
    const { context, value } = snapshot;
    const after = { state: JSON.stringify(value), data: new Map(Object.entries(asObject(plain(context))).map(jsonOf)) };
    seen.set(actorRef, after);
    const data = changes(before.data, after.data);
    add({
      type: 'transition',
      actor,
      event: event.type,
      ...(before.state === after.state ? {} : { state: value }),
      ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
    });
  }

  return {
    inspect: startedActors((event) => {
      if (event.type === '@xstate.actor') create(event.actorRef);
      if (event.type === '@xstate.event') receive(event);
      if (event.type === '@xstate.action') act(event);
      if (event.type === '@xstate.snapshot') see(event);
      trail.follow(event);
    }),
    entries,
    add,
    fingerprints: () => Object.fromEntries(fingerprints),
    isFull: () => isFull,
  };
}

/** Hash of a machine's states, transitions and names. It ignores descriptions and functions, which differ between builds. */
function fingerprintOf({ config }: AnyStateMachine): string {
  const plain = createPlainData((text) => text)(config);
  return textHash(
    JSON.stringify(plain, (key, value: unknown) =>
      key === 'description' || value === '(function)' ? undefined : value,
    ),
  );
}

/** The changed context properties; null for a removed one. */
function changes(before: Seen['data'], after: Seen['data']): [string, unknown][] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): [string, unknown][] => {
    const json = after.get(key) ?? NOTHING;
    return json === (before.get(key) ?? NOTHING) ? [] : [[key, shortened(JSON.parse(json), json)]];
  });
}

function jsonOf([key, value]: [string, unknown]): [string, string] {
  return [key, value === undefined ? NOTHING : JSON.stringify(value)];
}

/** Replaces long parts of plain data by hashes, and keeps short parts of a long object readable. */
function shortened(plain: unknown, json = JSON.stringify(plain)): unknown {
  if (json.length <= MAX_VALUE) return plain;
  if (!isObject(plain) || Array.isArray(plain)) return { $hash: textHash(json) };
  return Object.fromEntries(
    Object.entries(plain).map(([key, value]: [string, unknown]) => [
      key,
      value === undefined ? value : shortened(value),
    ]),
  );
}

function isEvent(value: unknown): value is { readonly type: string } {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}
