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
import { createActorNames, keyOf, machineOf, parentOf, type Machines, rootOf, startedActors } from './actors.ts';
import { asObject, createPlainData, isObject, matches, type TextRule } from './plainData.ts';
import { isOutcome, type Entry } from './recording.ts';
import { createStepTrail } from './stepTrail.ts';
import { textHash } from './placeholders.ts';

/** Values with more characters of JSON are replaced by a hash. */
const MAX_VALUE = 400;
const NOTHING = 'null';
/** XState's events that end an effect. */
const ENDS = /^xstate\.(?:promise\.(?:resolve|reject)|observable\.(?:error|complete))$/;

/** Writes the inputs and outcomes of actors as entries of a recording. */
export interface ActorRecorder {
  readonly inspect: (event: InspectionEvent) => void;
  readonly entries: readonly Entry[];
  /** Adds an entry from another source, such as a change of the URL. */
  readonly add: (entry: Entry) => void;
  readonly fingerprints: () => Record<string, string>;
  /** The texts that replaced other texts. */
  readonly placeholders: ReadonlySet<string>;
  /** Whether the maximum length is reached: later entries are dropped. */
  readonly isFull: () => boolean;
}

/** A machine's last recorded state and context; `data` has each context property as JSON. */
interface Seen {
  readonly state: string;
  readonly data: ReadonlyMap<string, string>;
}

interface RecorderOptions {
  /** The app's machines by their keys. Without them the key of a machine is its id. */
  readonly machines?: Machines | undefined;
  /** After this much JSON the recording ends with the current step. */
  readonly maxCharacters?: number;
  readonly secret?: RegExp | undefined;
  /** Matches the types of events that are left out, with everything that they cause. */
  readonly ignored?: RegExp | undefined;
}

/** Records actors. `now` returns milliseconds since the recording began; `rule` redacts each text. */
export function recordActors(
  now: () => number,
  rule: TextRule,
  { machines, maxCharacters = Infinity, secret, ignored }: RecorderOptions = {},
): ActorRecorder {
  const rootKey = (actor: ActorRefLike) => {
    const machine = machineOf(actor);
    return machines === undefined ? machine?.id : keyOf(machine, machines);
  };
  const nameOf = createActorNames(rootKey);
  const entries: Entry[] = [];
  const fingerprints = new Map<string, string>();
  const ended = new WeakSet<object>();
  /** The actors that ignored events created. */
  const unknown = new WeakSet<object>();
  const started = new WeakSet<object>();
  const seen = new WeakMap<object, Seen>();
  const placeholders = new Set<string>();
  const redact: TextRule = (text, ...place) => {
    const written = rule(text, ...place);
    if (written !== text) placeholders.add(written);
    return written;
  };
  const plain = createPlainData(redact, secret);
  const shortened = shortenedWith(placeholders);
  const trail = createStepTrail(nameOf);
  let length = 0;
  let isFull = false;
  let isIgnoring = false;

  const add = (entry: Entry) => {
    const during = trail.during();
    isFull ||= length >= maxCharacters && during === undefined && !isOutcome(entry);
    if (isFull || isIgnoring) return;
    const written = during === undefined || isOutcome(entry) ? entry : { ...entry, during };
    length += JSON.stringify(written).length;
    entries.push(written);
  };

  /** Results of effects that an ignored event started are ignored, too. */
  function isIgnored({ actorRef, sourceRef, event }: InspectedEventEvent): boolean {
    if (ignored !== undefined && matches(ignored, event.type)) return true;
    return unknown.has(actorRef) || (sourceRef !== undefined && unknown.has(sourceRef));
  }

  function create(actor: ActorRefLike) {
    const machine = machineOf(actor);
    if (machine === undefined) return;
    if (!fingerprints.has(machine.id)) fingerprints.set(machine.id, fingerprintOf(machine));
    if (parentOf(actor) !== undefined || !(actor instanceof Actor)) return;
    const { id, input, snapshot, systemId } = actor.options;
    const key = rootKey(actor);
    add({
      type: 'created',
      at: now(),
      actor: nameOf(actor),
      ...(key === undefined ? {} : { machine: key }),
      ...(id === undefined ? {} : { id }),
      ...(systemId === undefined ? {} : { systemId }),
      ...(input === undefined ? {} : { input: plain(input) }),
      ...(snapshot === undefined ? {} : { snapshot: plain(snapshot, true) }),
    });
  }

  function receive({ actorRef, sourceRef, event }: InspectedEventEvent) {
    const actor = nameOf(actorRef);
    if (event.type === 'xstate.init') return start(actorRef, actor, event);
    if (ENDS.test(event.type)) ended.add(actorRef);
    const isDelay = isOfSystem(sourceRef, actorRef) && trail.during() === undefined;
    if (!isDelay && !isFromOutside(actorRef, sourceRef, event)) return;
    const sender = sourceRef === undefined || sourceRef === actorRef ? {} : { sender: nameOf(sourceRef) };
    add({
      type: isDelay ? 'delay' : 'event',
      at: now(),
      actor,
      event: { ...asObject(plain(event)), type: event.type },
      ...sender,
    });
  }

  /** React's StrictMode and Fast Refresh stop a root and start it again as it was: the recording leaves both out. */
  function start(actorRef: ActorRefLike, actor: string, { input }: AnyEventObject) {
    const stop = entries.findLastIndex((entry) => entry.type === 'stopped' && entry.actor === actor);
    const isRestarted = started.has(actorRef);
    started.add(actorRef);
    if (parentOf(actorRef) !== undefined) {
      if (machineOf(actorRef) === undefined && !isRestarted) {
        add({ type: 'invoked', actor, input: shortened(plain(input) ?? null) });
      }
    } else if (isRestarted) entries.splice(stop, 1);
    else add({ type: 'started', at: now(), actor });
  }

  /**
   * Whether a replay must repeat an event. It need not repeat events that machines of the same system send, nor the events that XState
   * sends to a parent after a recorded value or result of an effect.
   */
  function isFromOutside(actor: ActorRefLike, source: ActorRefLike | undefined, event: AnyEventObject): boolean {
    if (source === undefined) return true;
    if (isOfSystem(source, actor)) return false;
    if (source === actor || machineOf(source) !== undefined) return true;
    return !event.type.startsWith('xstate.') || (!event.type.startsWith('xstate.snapshot.') && !ended.has(source));
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
    if (!isMachineSnapshot(snapshot) || (event.type === 'xstate.init' && seen.has(actorRef))) return;
    const before = seen.get(actorRef) ?? { state: '', data: new Map<string, string>() };
    const { context, value } = snapshot;
    const after = { state: JSON.stringify(value), data: new Map(Object.entries(asObject(plain(context))).map(jsonOf)) };
    seen.set(actorRef, after);
    const data = changes(before.data, after.data).map(([key, json]) => [key, shortened(JSON.parse(json), json)]);
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
      if (machineOf(rootOf(event.actorRef)) === undefined) return;
      if (event.type === '@xstate.event' && trail.during() === undefined) isIgnoring = isIgnored(event);
      if (event.type === '@xstate.actor' && isIgnoring) unknown.add(event.actorRef);
      if (event.type === '@xstate.actor') create(event.actorRef);
      if (event.type === '@xstate.event') receive(event);
      if (event.type === '@xstate.action') act(event);
      if (event.type === '@xstate.snapshot') see(event);
      trail.follow(event);
      if (trail.during() === undefined) isIgnoring = false;
    }),
    entries,
    add,
    placeholders,
    fingerprints: () => Object.fromEntries(fingerprints),
    isFull: () => isFull,
  };
}

/** Whether the sender is a machine of the receiver's system. Between steps, it sends only what it had delayed. */
function isOfSystem(source: ActorRefLike | undefined, actor: ActorRefLike): boolean {
  return source !== undefined && machineOf(source) !== undefined && rootOf(source) === rootOf(actor);
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

/** The changed context properties as JSON; null for a removed one. */
function changes(before: Seen['data'], after: Seen['data']): [string, string][] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): [string, string][] => {
    const json = after.get(key) ?? NOTHING;
    return json === (before.get(key) ?? NOTHING) ? [] : [[key, json]];
  });
}

function jsonOf([key, value]: [string, unknown]): [string, string] {
  return [key, value === undefined ? NOTHING : JSON.stringify(value)];
}

/** Replaces long parts of plain data by hashes, and keeps short parts of a long object readable. A hash of redacted texts means nothing. */
function shortenedWith(placeholders: ReadonlySet<string>) {
  return function shortened(plain: unknown, json = JSON.stringify(plain)): unknown {
    if (json.length <= MAX_VALUE) return plain;
    if (!isObject(plain) || Array.isArray(plain)) {
      const isRedacted = [...placeholders].some((text) => json.includes(text));
      return isRedacted ? { $redacted: true } : { $hash: textHash(json) };
    }
    return Object.fromEntries(
      Object.entries(plain).map(([key, value]: [string, unknown]) => [
        key,
        value === undefined ? value : shortened(value),
      ]),
    );
  };
}

function isEvent(value: unknown): value is { readonly type: string } {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}
