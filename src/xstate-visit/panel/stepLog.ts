import {
  isMachineSnapshot,
  type ActorRefLike,
  type AnyStateMachine,
  type EventObject,
  type InspectedSnapshotEvent,
  type InspectionEvent,
} from 'xstate';
import { machineOf, ownName, startedActors } from '../recording/actors.ts';
import { parentOf } from '../xstateInternals.ts';
import { harmless } from '../recording/harmless.ts';
import { createPlainData, matches, SECRET, withoutSecrets } from '../recording/plainData.ts';
import { stateLeaves } from '../replay/differences.ts';
import { activeNodes, nextTransitions, type NextTransition } from '../statechart/nextTransitions.ts';

/** An actor's state after one step, without secrets. */
export interface InspectedActor {
  readonly id: number;
  /** The actor's own id and, where it differs, its machine: `page (booking)`. */
  readonly name: string;
  /** The machine's id, or the name of the effect. */
  readonly kind: string;
  /** The ids of its ancestors, the root first, and its own id. Sorting by path orders actors as a tree. */
  readonly path: readonly number[];
  /** Undefined for an effect, such as a pending call or a listener. */
  readonly machine: AnyStateMachine | undefined;
  readonly status: string;
  /** State as text, such as `drawer.closed, topBar.top`; the status for an effect. */
  readonly state: string;
  readonly activeIds: readonly string[];
  readonly tags: readonly string[];
  /** Computes the transitions of the active states. Runs guards of the app, so call it only to show them. */
  readonly next: () => readonly NextTransition[];
  readonly data: unknown;
}

/** One event that an actor handled, with all actors that ran after it. */
export interface InspectedStep {
  readonly id: number;
  /** Milliseconds since the log began. */
  readonly at: number;
  readonly from: string;
  readonly actorId: number;
  readonly event: { readonly type: string; readonly data: unknown };
  readonly outcome: 'moved' | 'stayed' | 'ignored' | 'ended';
  readonly actor: InspectedActor;
  readonly running: readonly InspectedActor[];
}

/** Collects the steps of inspected actors. */
export interface StepLog {
  /** Pass it as XState's `inspect` option of a root actor. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Calls the listener with new steps, never during a step. @returns the function that unsubscribes. */
  readonly subscribe: (listener: (steps: readonly InspectedStep[]) => void) => () => void;
  readonly send: (actorId: number, event: EventObject) => void;
}

/** Bookkeeping for one actor: the senders of events not yet handled, and the number of transitions taken in this step. */
interface KnownActor extends Pick<InspectedActor, 'id' | 'name' | 'kind' | 'path' | 'machine'> {
  readonly senders: WeakMap<object, string>;
  transitionsTaken: number;
}

/** Steps that are kept until the panel is loaded. */
const MAX_UNSENT = 500;

interface StepLogOptions {
  /** Matches the keys and fields whose values are removed. */
  readonly secret?: RegExp;
  /** Matches the types of events that are left out. */
  readonly ignored?: RegExp | undefined;
  /** Calls a function later, to deliver several steps at once. By default in a microtask. */
  readonly schedule?: (deliver: () => void) => void;
}

/** Creates a step log. `now` returns milliseconds. */
export function createStepLog(
  now: () => number,
  { secret = SECRET, ignored, schedule = queueMicrotask }: StepLogOptions = {},
): StepLog {
  const startedAt = now();
  const plain = createPlainData(withoutSecrets(secret), secret);
  const known = new WeakMap<ActorRefLike, KnownActor>();
  const running = new Map<number, InspectedActor>();
  const refs = new Map<number, ActorRefLike>();
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
    const actor = {
      id,
      ...labelsOf(ref),
      path: [...above, id],
      machine,
      senders: new WeakMap<object, string>(),
      transitionsTaken: 0,
    };
    known.set(ref, actor);
    return actor;
  }

  function add({ actorRef, event, snapshot }: InspectedSnapshotEvent) {
    const found = knownOf(actorRef);
    const before = running.get(found.id);
    const seen = inspectActor(found, snapshot, plain);
    // Transition logic does not report that it was stopped.
    const actor = event.type === 'xstate.stop' ? { ...seen, status: 'stopped' } : seen;
    const isActive = actor.status === 'active';
    const hasTaken = found.machine === undefined || found.transitionsTaken > 0;
    const from = found.senders.get(event) ?? '';
    found.senders.delete(event);
    found.transitionsTaken = 0;
    if (isActive) {
      running.set(found.id, actor);
      refs.set(found.id, actorRef);
    } else {
      running.delete(found.id);
      refs.delete(found.id);
    }
    if (ignored !== undefined && matches(ignored, event.type)) return;
    stepCount += 1;
    const step: InspectedStep = {
      id: stepCount,
      at: Math.round(now() - startedAt),
      from,
      actorId: found.id,
      event: { type: event.type, data: plain(event) },
      outcome: !isActive ? 'ended' : before?.state !== actor.state ? 'moved' : hasTaken ? 'stayed' : 'ignored',
      actor,
      running: [...running.values()].toSorted(asTree),
    };
    unsent.push(step);
    // The panel may still be loading.
    if (listeners.size === 0) unsent = unsent.slice(-MAX_UNSENT);
    else announce();
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
    for (const listener of listeners) harmless(listener)(steps);
  }

  return {
    inspect: harmless(
      startedActors((event) => {
        if (event.type === '@xstate.event') {
          const { actorRef, sourceRef } = event;
          knownOf(actorRef).senders.set(event.event, sourceRef === undefined ? '' : knownOf(sourceRef).name);
        }
        if (event.type === '@xstate.microstep') {
          const { actorRef, _transitions: transitions } = event;
          knownOf(actorRef).transitionsTaken += transitions.length;
        }
        if (event.type === '@xstate.snapshot') add(event);
      }),
    ),
    subscribe: (listener) => {
      listeners.add(listener);
      if (unsent.length > 0) announce();
      return () => listeners.delete(listener);
    },
    send: (actorId, event) => refs.get(actorId)?.send(event),
  };
}

function labelsOf(ref: ActorRefLike): Pick<InspectedActor, 'name' | 'kind'> {
  const kind = machineOf(ref)?.id ?? ownName(ref);
  const id = 'id' in ref ? String(ref.id) : kind;
  return { kind, name: id === kind || /^(?:x:|\d+\.)/.test(id) ? kind : `${id} (${kind})` };
}

function inspectActor(
  { id, name, kind, path, machine }: KnownActor,
  snapshot: unknown,
  plain: (value: unknown) => unknown,
): InspectedActor {
  const identity = { id, name, kind, path, machine };
  if (!isMachineSnapshot(snapshot)) {
    const status = statusOf(snapshot);
    return { ...identity, status, state: status, activeIds: [], tags: [], next: () => [], data: plain(snapshot) };
  }
  const { status, context, output, error, value } = snapshot;
  return {
    ...identity,
    status,
    state: stateLeaves(value).join(', ') || snapshot.machine.id,
    activeIds: activeNodes(snapshot).map((node) => node.id),
    tags: [...snapshot.tags].map(String),
    next: () => nextTransitions(snapshot),
    data: plain({
      context,
      ...(output === undefined ? {} : { output }),
      ...(error === undefined ? {} : { error }),
    }),
  };
}

function statusOf(snapshot: unknown): string {
  return typeof snapshot === 'object' && snapshot !== null && 'status' in snapshot ? String(snapshot.status) : 'active';
}

function asTree({ path: before }: InspectedActor, { path: after }: InspectedActor): number {
  const position = before.findIndex((id, index) => id !== after[index]);
  return position === -1 ? -1 : (before[position] ?? 0) - (after[position] ?? 0);
}
