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
import { asObject, createPlainData, isObject, type TextRule } from '../recording/plainData.ts';
import { matches, REMOVED, withoutSecrets } from '../recording/secrets.ts';
import { stateLeaves } from '../replay/differences.ts';
import type { Sanitizers } from '../sanitizers.ts';
import { activeNodes, nextTransitions, type NextTransition } from '../statechart/nextTransitions.ts';

/** An actor's state after one step, without secrets. */
export interface InspectedActor {
  readonly id: number;
  /** The actor's own id and, where it differs, its machine: `page (booking)`. */
  readonly name: string;
  /** The key of a root's machine, the id or the name of a child's machine, or the name of an effect. */
  readonly kind: string;
  /** The ids of its ancestors, the root first, and its own id. Sorting by path orders actors as a tree. */
  readonly path: readonly number[];
  /** Undefined for an effect, such as a pending call or a listener. */
  readonly machine: AnyStateMachine | undefined;
  readonly status: string;
  /** State as text, such as `drawer.closed, topBar.top`; the status for an effect; `crashed` after a crash. */
  readonly state: string;
  readonly activeIds: readonly string[];
  readonly tags: readonly string[];
  /** Computes the transitions of the active states. Runs guards of the app, so call it only to show them. */
  readonly next: () => readonly NextTransition[];
  /** Whether the machine would take an event now; undefined where only the actor knows. Runs guards, too. */
  readonly can: (event: EventObject) => boolean | undefined;
  /** Undefined for an actor that did not crash. */
  readonly crash: Crash | undefined;
  readonly data: unknown;
}

/** Why an actor crashed. */
export interface Crash {
  readonly message: string;
  /** The last state before the crash; empty if there was none. */
  readonly state: string;
}

/** One event that an actor handled, with all actors that ran after it. */
export interface InspectedStep {
  readonly id: number;
  /** Milliseconds since the log began. */
  readonly at: number;
  readonly from: string;
  readonly actorId: number;
  readonly event: { readonly type: string; readonly data: unknown };
  readonly outcome: 'moved' | 'stayed' | 'ignored' | 'ended' | 'crashed';
  readonly actor: InspectedActor;
  /** The running actors as a tree, and machines that have crashed. */
  readonly running: readonly InspectedActor[];
}

/** Collects the steps of inspected actors. */
export interface StepLog {
  /** Pass it as XState's `inspect` option of a root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Calls the listener with new steps, never during a step. @returns the function that unsubscribes. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[]) => void) => () => void;
  readonly send: (actorId: number, event: EventObject) => void;
  /** Delivers the steps so far at once. */
  readonly flush: () => void;
}

/** Bookkeeping for one actor: the senders of events not yet handled, and the number of transitions taken in this step. */
interface KnownActor extends Pick<InspectedActor, 'id' | 'name' | 'kind' | 'path' | 'machine'> {
  readonly senders: WeakMap<object, string>;
  transitionsTaken: number;
  hasCrashed: boolean;
}

/** Steps that are kept until the panel is loaded. */
const MAX_UNSENT = 500;
/** Crashed machines that stay among the running actors; the oldest leaves first. */
const MAX_CRASHED = 20;

/** Longer lists are cut. */
const MAX_ITEMS = 1000;
/** Past steps whose possible events can be computed. With a longer list in the context, only the current step's can. */
const MAX_SNAPSHOTS = 100;

/** The snapshot of a step, as long as it is kept. */
interface Kept {
  snapshot: AnyMachineSnapshot | undefined;
}

interface StepLogOptions extends Sanitizers {
  /** The app's root machines by their keys, which name them in the log. */
  readonly machines?: Machines | undefined;
  /** Matches more names of keys and fields whose values are removed. */
  readonly secret?: RegExp | undefined;
  /** Matches the types of events that are left out. */
  readonly ignored?: RegExp | undefined;
  /** Calls a function later, to deliver several steps at once. By default in a microtask. */
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
  /** The snapshots of past steps, the oldest first. Only the last are kept, because a context can be large. */
  const past: Kept[] = [];
  const known = new WeakMap<ActorRefLike, KnownActor>();
  /** The running actors and the last crashed machines as a tree. It is replaced and never changed, because steps share it. */
  let running: readonly InspectedActor[] = [];
  const refs = new Map<number, ActorRefLike>();
  /** The times of the events that actors are handling. */
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
    // Transition logic does not report that it was stopped.
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
    // The failure of an effect is a result that its parent handles.
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

  /** XState reports no snapshot of an actor that throws, so the actor itself says that it has crashed. */
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
          // After an action at the start that throws, XState still reports the snapshot from before.
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

/** Whether a context has a list, a map, a set or an object that the log shows only in part. */
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

/** Shown instead of what a function of the app cannot read. */
const UNREADABLE = '(unreadable)';
/** The parts of an effect's snapshot that `sanitizeContext` changes. */
const PARTS = new Set(['context', 'input', 'output']);
/** A shorter secret could be a part of other words. */
const MIN_SECRET = 6;
const MAX_SECRETS = 100;

/** Extends a rule so that the secrets which it removed do not show in other texts either, such as the message of an error. */
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

/** Undefined when the guards of the machine fail. */
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
  /** The index of the actor, or the one that it would have. */
  readonly index: number;
  readonly found: InspectedActor | undefined;
}

/** Finds an actor in a tree in which each parent comes before its children. */
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
