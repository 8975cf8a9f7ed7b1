import {
  Actor,
  type ActorRefLike,
  type AnyStateMachine,
  type InspectedEventEvent,
  type InspectedMicrostepEvent,
  type InspectedSnapshotEvent,
  type InspectionEvent,
} from 'xstate';
import type { InspectedActor, InspectedStep } from '#machines/inspectorMachine.ts';
import { identify, inspectActor, type Identity } from './inspectActor.ts';
import { redact } from './redact.ts';

type Listener = (steps: readonly InspectedStep[]) => void;

/** What the inspector sees of the product. */
export interface Recorder {
  /** For XState's `inspect`: of an actor and of all that it starts. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Hears of steps soon after they were taken, never in the midst of one. */
  readonly subscribe: (listener: Listener) => () => void;
  readonly running: () => readonly InspectedActor[];
  readonly machineOf: (actorId: number | undefined) => AnyStateMachine | undefined;
}

/** What is known of an actor: who it is, who sent what it has not handled yet, the transitions taken in this step. */
interface Dossier {
  readonly identity: Identity;
  readonly senders: Map<object, string>;
  transitionsTaken: number;
}

/** Records every step of the actors it is shown, without passwords and tokens. `now` counts milliseconds. */
export function createRecorder(now: () => number): Recorder {
  const startedAt = now();
  const dossiers = new WeakMap<object, Dossier>();
  const machines = new Map<number, AnyStateMachine>();
  const running = new Map<number, { readonly identity: Identity; readonly actor: InspectedActor }>();
  const listeners = new Set<Listener>();
  let untold: readonly InspectedStep[] = [];
  let actorCount = 0;
  let stepCount = 0;

  function dossierOf(actor: ActorRefLike): Dossier {
    const known = dossiers.get(actor);
    if (known !== undefined) return known;
    const parent = parentOf(actor);
    const above = parent && dossierOf(parent).identity;
    actorCount += 1;
    const identity = identify(actor, actorCount, above);
    const dossier: Dossier = { identity, senders: new Map(), transitionsTaken: 0 };
    dossiers.set(actor, dossier);
    if (identity.machine !== undefined) machines.set(identity.id, identity.machine);
    return dossier;
  }

  function noteSender({ actorRef, sourceRef, event }: InspectedEventEvent) {
    dossierOf(actorRef).senders.set(event, sourceRef === undefined ? '' : dossierOf(sourceRef).identity.name);
  }

  function noteTransitions({ actorRef, _transitions: transitions }: InspectedMicrostepEvent) {
    dossierOf(actorRef).transitionsTaken += transitions.length;
  }

  function record({ actorRef, event, snapshot }: InspectedSnapshotEvent) {
    const dossier = dossierOf(actorRef);
    const { identity, senders } = dossier;
    const actor = inspectActor(identity, snapshot);
    const hasMoved = running.get(identity.id)?.actor.state !== actor.state;
    const hasTaken = identity.machine === undefined || dossier.transitionsTaken > 0;
    running.set(identity.id, { identity, actor });
    stepCount += 1;
    const step: InspectedStep = {
      id: stepCount,
      at: Math.round(now() - startedAt),
      from: senders.get(event) ?? '',
      to: identity.name,
      actorId: identity.id,
      event: { type: event.type, data: redact(event) },
      outcome: actor.status !== 'active' ? 'ended' : hasMoved ? 'moved' : hasTaken ? 'stayed' : 'ignored',
      actor,
      running: tree(),
    };
    senders.delete(event);
    dossier.transitionsTaken = 0;
    if (actor.status !== 'active') running.delete(identity.id);
    if (untold.length === 0) queueMicrotask(tell);
    untold = [...untold, step];
  }

  function tree(): readonly InspectedActor[] {
    return [...running.values()].toSorted(asTree).map(({ actor }) => actor);
  }

  function tell() {
    const steps = untold;
    untold = [];
    for (const listener of listeners) listener(steps);
  }

  return {
    inspect: (event) => {
      if (event.type === '@xstate.event') noteSender(event);
      if (event.type === '@xstate.microstep') noteTransitions(event);
      if (event.type === '@xstate.snapshot') record(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    running: tree,
    machineOf: (actorId) => (actorId === undefined ? undefined : machines.get(actorId)),
  };
}

function parentOf(actor: ActorRefLike): ActorRefLike | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const { _parent: parent } = actor;
  return parent;
}

function asTree(one: { identity: Identity }, other: { identity: Identity }): number {
  const before = one.identity.path;
  const after = other.identity.path;
  const place = before.findIndex((id, index) => id !== after[index]);
  return place === -1 ? -1 : (before[place] ?? 0) - (after[place] ?? 0);
}
