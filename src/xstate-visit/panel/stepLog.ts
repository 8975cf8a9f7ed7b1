import {
  Actor,
  isMachineSnapshot,
  type ActorRefLike,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { keyOf, kindOf, machineOf, ownName, startedActors, type Machines } from '../recording/actors.ts';
import { inspected, parentOf, STOP } from '../xstateInternals.ts';
import { harmless } from '../recording/harmless.ts';
import { textOfMachine } from '../recording/machineText.ts';
import { asObject, createPlainData, isObject } from '../recording/plainData.ts';
import { matches, REMOVED, withoutSecrets, type TextRule } from '../recording/secrets.ts';
import { stateLeaves } from '../replay/differences.ts';
import type { Sanitizers } from '../sanitizers.ts';
import { activeNodes, nextTransitions, type NextTransition } from '../statechart/nextTransitions.ts';

/** An actor as it was after one step. Contains no secrets. */
export interface InspectedActor {
  readonly id: number;
  /** The actor's id. If the machine has another name, that name follows: `page (booking)`. */
  readonly name: string;
  /** The name of the actor's logic. For a root: its key among `machines`. */
  readonly kind: string;
  /** The ids of the actor's ancestors, starting at the root, and its own id. The list of running actors is sorted by path. */
  readonly path: readonly number[];
  /** The actor's machine. Undefined for an effect, such as a request or a listener. */
  readonly machine: AnyStateMachine | undefined;
  readonly status: string;
  /** The state as text, such as `drawer.closed, topBar.top`. An effect has its status instead, and a crashed actor `crashed`. */
  readonly state: string;
  readonly activeIds: readonly string[];
  readonly tags: readonly string[];
  /** Computes the transitions of the active states. Runs guards of the app: call it only when the panel shows the result. */
  readonly next: () => readonly NextTransition[];
  /** Whether the machine would handle an event now. Undefined for an effect, which does not say so. Runs guards of the app. */
  readonly can: (event: EventObject) => boolean | undefined;
  /** The crash of the actor. Undefined if it did not crash. */
  readonly crash: Crash | undefined;
  readonly data: unknown;
}

/** The error of a crashed actor. */
export interface Crash {
  readonly message: string;
  /** The last state before the crash. Empty if the actor had none. */
  readonly state: string;
}

/** A step: an actor has handled one event. */
export interface InspectedStep {
  readonly id: number;
  /** Milliseconds since the log began. */
  readonly at: number;
  readonly from: string;
  readonly actorId: number;
  readonly event: { readonly type: string; readonly data: unknown };
  readonly outcome: 'moved' | 'stayed' | 'ignored' | 'ended' | 'crashed';
  readonly actor: InspectedActor;
  /** The actors that run after the step, and the machines that have crashed. Parents come before their children. */
  readonly running: readonly InspectedActor[];
}

/** Collects the steps of inspected actors. */
export interface StepLog {
  /** Pass it as XState's `inspect` option of a root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Subscribes to new steps. The listener runs after the steps, never during one. @returns the function that unsubscribes. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[]) => void) => () => void;
  readonly send: (actorId: number, event: EventObject) => void;
  /** Delivers the collected steps immediately. */
  readonly flush: () => void;
}

/** An actor in the log. `senders` has the senders of its unhandled events. `transitionsTaken` counts the transitions of this step. */
interface KnownActor extends Pick<InspectedActor, 'id' | 'name' | 'kind' | 'path' | 'machine'> {
  readonly senders: WeakMap<object, string>;
  transitionsTaken: number;
  hasCrashed: boolean;
}

/** The log keeps this many steps until the panel is loaded. */
const MAX_UNSENT = 500;
/** This many crashed machines stay in the list of running actors. The log removes the oldest first. */
const MAX_CRASHED = 20;

/** The panel shows this many items of a list, a map, a set or an object. */
const MAX_ITEMS = 1000;
/** The log keeps the snapshots of this many past steps, from which the panel computes the possible events. */
const MAX_SNAPSHOTS = 100;

/** Holds the snapshot of a step until the log drops it. */
interface Kept {
  snapshot: AnyMachineSnapshot | undefined;
}

interface StepLogOptions extends Sanitizers {
  /** The app's root machines by their keys, which name them in the log. */
  readonly machines?: Machines | undefined;
  /** Matches the app's own names of secret keys and fields. */
  readonly secret?: RegExp | undefined;
  /** Matches the types of events that the log leaves out. */
  readonly ignored?: RegExp | undefined;
  /** Runs a function later, so that the log delivers several steps together. By default in a microtask. */
  readonly schedule?: (deliver: () => void) => void;
}

/** Creates a step log. `now` returns milliseconds. */
export function createStepLog(
  now: () => number,
  { machines = {}, secret, ignored, schedule = queueMicrotask, sanitizeEvent, sanitizeContext }: StepLogOptions = {},
): StepLog {
  const startedAt = now();
  const elapsed = () => Math.round(now() - startedAt);
  /** The texts of the machines. */
  const words = new Set<string>();
  const rule = withoutKnownSecrets(withoutSecrets(secret, undefined, words));
  const plain = createPlainData(rule, secret, { maxItems: MAX_ITEMS });
  /** The current snapshots of machines, by the ids of their actors. */
  const current = new Map<number, Kept>();
  /** The snapshots of past steps, the oldest first. The log drops old ones, because a context can be large. */
  const past: Kept[] = [];
  const known = new WeakMap<ActorRefLike, KnownActor>();
  /** The running actors and the last crashed machines, sorted by path. Steps share this list: replace it, and never change it. */
  let running: readonly InspectedActor[] = [];
  const refs = new Map<number, ActorRefLike>();
  /** The events that actors are handling, and their times. */
  const handled = new Map<ActorRefLike, Map<AnyEventObject, number>>();
  const listeners = new Set<Parameters<StepLog['subscribe']>[0]>();
  let unsent: InspectedStep[] = [];
  let isScheduled = false;
  let [actorCount, stepCount] = [0, 0];

  function knownOf(ref: ActorRefLike): KnownActor {
    const found = known.get(ref);
    if (found !== undefined) return found;
    const parent = parentOf(ref);
    const above = parent === undefined ? [] : knownOf(parent).path;
    const id = ++actorCount;
    const machine = machineOf(ref);
    if (machine !== undefined) for (const word of textOfMachine(machine).words) words.add(word);
    const actor = {
      id,
      ...labelsOf(ref, machines),
      path: [...above, id],
      machine,
      senders: new WeakMap<object, string>(),
      transitionsTaken: 0,
      hasCrashed: false,
    };
    known.set(ref, actor);
    return actor;
  }

  function add(actorRef: ActorRefLike, event: AnyEventObject, snapshot: unknown, at = elapsed()) {
    const found = knownOf(actorRef);
    if (found.hasCrashed) return;
    const { index, found: before } = placeIn(running, found);
    const seen = inspectActor(found, snapshot);
    // Transition logic does not report its stop.
    const actor = event.type === STOP ? { ...seen, status: 'stopped' } : seen;
    const { crash } = actor;
    const isActive = actor.status === 'active';
    const hasTaken = found.machine === undefined || found.transitionsTaken > 0;
    const from = found.senders.get(event) ?? '';
    found.senders.delete(event);
    found.transitionsTaken = 0;
    found.hasCrashed = crash !== undefined;
    if (isActive) refs.set(found.id, actorRef);
    else refs.delete(found.id);
    // A failed effect is not a crash: its parent handles the error.
    const isListed = isActive || (crash !== undefined && (found.machine !== undefined || found.path.length === 1));
    if (isListed) running = before === undefined ? running.toSpliced(index, 0, actor) : running.with(index, actor);
    else if (before !== undefined) running = running.toSpliced(index, 1);
    if (crash !== undefined) dropOldCrashes();
    if (ignored !== undefined && matches(ignored, event.type)) return;
    stepCount += 1;
    const step: InspectedStep = {
      id: stepCount,
      at,
      from,
      actorId: found.id,
      event: { type: rule(event.type, 'type', event), data: shown(sanitizeEvent, event) },
      outcome: outcomeOf(actor, before, hasTaken),
      actor,
      running,
    };
    unsent.push(step);
    // The panel may still be loading.
    if (listeners.size === 0) unsent = unsent.slice(-MAX_UNSENT);
    else announce();
  }

  function dropOldCrashes() {
    const crashed = running.filter(({ crash }) => crash !== undefined).toSorted((one, other) => one.id - other.id);
    const old = new Set(crashed.slice(0, -MAX_CRASHED));
    running = running.filter((actor) => !old.has(actor));
  }

  /** Adds the steps of actors that have thrown. XState reports no snapshot of them, so the log asks the actors for their status. */
  function findCrashes() {
    for (const [actorRef, events] of handled) {
      const snapshot = snapshotOf(actorRef);
      const [first] = events;
      if (first !== undefined && statusOf(snapshot) === 'error') {
        const [event, at] = first;
        handled.delete(actorRef);
        add(actorRef, event, snapshot, at);
      }
    }
  }

  const findLastCrashes = harmless(() => {
    findCrashes();
    handled.clear();
  });

  function inspectActor({ id, name, kind, path, machine }: KnownActor, snapshot: unknown): InspectedActor {
    const status = statusOf(snapshot);
    const isMachine = isMachineSnapshot(snapshot);
    const state = isMachine ? stateLeaves(snapshot.value).join(', ') || kind : status;
    const isActive = isMachine && status === 'active';
    const own = isMachine ? keep(id, snapshot) : undefined;
    return {
      id,
      name,
      kind,
      path,
      machine,
      status,
      ...(status === 'error'
        ? { state: 'crashed', crash: { message: messageOf(snapshot), state: isMachine ? state : '' } }
        : { state, crash: undefined }),
      activeIds: isMachine && status !== 'error' ? activeNodes(snapshot).map((node) => node.id) : [],
      tags: isMachine && status !== 'error' ? [...snapshot.tags].map(String) : [],
      next: () => (own?.snapshot === undefined ? [] : nextTransitions(own.snapshot)),
      can: (event) => {
        if (isActive) return own?.snapshot && canTake(own.snapshot, event);
        return machine === undefined ? undefined : false;
      },
      data: isMachine ? machineData(snapshot) : effectData(snapshot),
    };
  }

  function keep(id: number, snapshot: AnyMachineSnapshot): Kept {
    const before = current.get(id);
    if (before?.snapshot !== undefined && isLarge(before.snapshot)) before.snapshot = undefined;
    else if (before !== undefined) past.push(before);
    const oldest = past.length > MAX_SNAPSHOTS ? past.shift() : undefined;
    if (oldest !== undefined) oldest.snapshot = undefined;
    const own: Kept = { snapshot };
    if (snapshot.status === 'active') current.set(id, own);
    else current.delete(id);
    return own;
  }

  function machineData({ context, output, error }: AnyMachineSnapshot): unknown {
    return {
      context: shown(sanitizeContext, context),
      ...(output === undefined ? {} : { output: shownPart(output) }),
      ...(error === undefined ? {} : { error: plain(error) }),
    };
  }

  function effectData(snapshot: unknown): unknown {
    if (sanitizeContext === undefined || !isObject(snapshot)) return plain(snapshot);
    const parts = Object.entries(snapshot).map(([key, part]: [string, unknown]) => [
      key,
      PARTS.has(key) ? shownPart(part) : plain({ [key]: part }),
    ]);
    return Object.fromEntries(parts);
  }

  function shownPart(part: unknown): unknown {
    return isObject(part) ? shown(sanitizeContext, part) : plain(part);
  }

  function shown<Value>(sanitize: ((value: Value) => unknown) | undefined, value: Value): unknown {
    try {
      return plain(sanitize === undefined ? value : sanitize(value));
    } catch {
      return UNREADABLE;
    }
  }

  function messageOf(snapshot: unknown): string {
    const { error }: { readonly error?: unknown } = asObject(snapshot);
    try {
      return String(plain(error instanceof Error ? error.message : String(error)));
    } catch {
      return UNREADABLE;
    }
  }

  function announce() {
    if (isScheduled) return;
    isScheduled = true;
    schedule(notify);
  }

  function notify() {
    isScheduled = false;
    const steps = unsent;
    unsent = [];
    if (steps.length > 0) for (const listener of listeners) harmless(listener)(steps);
  }

  return {
    inspect: harmless(
      startedActors((event) => {
        const seen = inspected(event);
        if (seen === undefined) return;
        const { actor } = seen;
        if (seen.kind === 'received') {
          findCrashes();
          const { source } = seen;
          knownOf(actor).senders.set(seen.event, source === undefined ? '' : knownOf(source).name);
          if (handled.size === 0) queueMicrotask(() => findLastCrashes(undefined));
          handled.set(actor, (handled.get(actor) ?? new Map<AnyEventObject, number>()).set(seen.event, elapsed()));
        } else if (seen.kind === 'transitions') knownOf(actor).transitionsTaken += seen.transitions.length;
        else if (seen.kind === 'handled') {
          // If an action throws at the start, XState reports the snapshot before the error.
          const own = snapshotOf(actor);
          add(actor, seen.event, statusOf(own) === 'error' ? own : seen.snapshot);
          const events = handled.get(actor);
          events?.delete(seen.event);
          if (events?.size === 0) handled.delete(actor);
        }
      }),
    ),
    subscribe: (listener) => {
      listeners.add(listener);
      if (unsent.length > 0) announce();
      return () => listeners.delete(listener);
    },
    send: (actorId, event) => refs.get(actorId)?.send(event),
    flush: () => {
      findLastCrashes(undefined);
      notify();
    },
  };
}

/** Whether a context has a value with more items than the panel shows. The log keeps such a context for the current step only. */
function isLarge({ context }: AnyMachineSnapshot): boolean {
  return Object.values(asObject(context)).some((value) => sizeOf(value) > MAX_ITEMS);
}

/** The number of items; 0 for a value that has none or cannot be read. */
function sizeOf(value: unknown): number {
  if (!isObject(value)) return 0;
  try {
    if (value instanceof Map || value instanceof Set) return value.size;
    return Array.isArray(value) ? value.length : Object.keys(value).length;
  } catch {
    return 0;
  }
}

/** Replaces a value if a function of the app throws when it reads the value. */
const UNREADABLE = '(unreadable)';
/** The parts of an effect's snapshot that `sanitizeContext` changes. */
const PARTS = new Set(['context', 'input', 'output']);
/** The log removes a secret from other texts if it has this many characters. A shorter one could be a part of other words. */
const MIN_SECRET = 6;
const MAX_SECRETS = 100;

/** Creates a rule that also removes known secrets from other texts, such as the message of an error. */
function withoutKnownSecrets(rule: TextRule): TextRule {
  const secrets = new Set<string>();
  return (text, key, within) => {
    const written = rule(text, key, within);
    if (written !== REMOVED) return [...secrets].reduce((rest, secret) => rest.replaceAll(secret, REMOVED), written);
    if (text.length >= MIN_SECRET) secrets.add(text);
    const [oldest] = secrets;
    if (secrets.size > MAX_SECRETS && oldest !== undefined) secrets.delete(oldest);
    return written;
  };
}

function outcomeOf(
  { crash, state, status }: InspectedActor,
  before: InspectedActor | undefined,
  hasTaken: boolean,
): InspectedStep['outcome'] {
  if (crash !== undefined) return 'crashed';
  if (status !== 'active') return 'ended';
  if (before?.state !== state) return 'moved';
  return hasTaken ? 'stayed' : 'ignored';
}

/** Whether a machine would handle an event. Undefined if a guard throws. */
function canTake(snapshot: AnyMachineSnapshot, event: EventObject): boolean | undefined {
  try {
    return snapshot.can(event);
  } catch {
    return undefined;
  }
}

function snapshotOf(actorRef: ActorRefLike): unknown {
  try {
    return actorRef instanceof Actor ? actorRef.getSnapshot() : undefined;
  } catch {
    // An actor has no snapshot while it initializes itself.
    return undefined;
  }
}

function labelsOf(ref: ActorRefLike, machines: Machines): Pick<InspectedActor, 'name' | 'kind'> {
  const key = parentOf(ref) === undefined ? keyOf(machineOf(ref), machines) : undefined;
  const kind = key ?? (machineOf(ref) === undefined ? ownName(ref) : kindOf(ref));
  const id = 'id' in ref ? String(ref.id) : kind;
  return { kind, name: id === kind || /^(?:x:|\d+\.)/.test(id) ? kind : `${id} (${kind})` };
}

function statusOf(snapshot: unknown): string {
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot ? String(snapshot.status) : 'active';
}

interface Place {
  /** The index of the actor. If the list does not have the actor, the index at which to insert it. */
  readonly index: number;
  readonly found: InspectedActor | undefined;
}

/** Finds an actor in a list that is sorted by path. */
function placeIn(tree: readonly InspectedActor[], { path }: Pick<InspectedActor, 'path'>): Place {
  let [start, end] = [0, tree.length];
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    const actor = tree[middle];
    const order = actor === undefined ? 0 : comparePaths(actor.path, path);
    if (order === 0) return { index: middle, found: actor };
    if (order < 0) start = middle + 1;
    else end = middle;
  }
  return { index: start, found: undefined };
}

function comparePaths(one: InspectedActor['path'], other: InspectedActor['path']): number {
  const index = one.findIndex((id, position) => id !== other[position]);
  return index === -1 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? 0);
}
