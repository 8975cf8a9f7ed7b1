import { Actor, StateMachine, type ActorRefLike, type AnyStateMachine, type InspectionEvent } from 'xstate';
import { givenId, INIT, inspected, parentOf, sourceName } from '../xstateInternals.ts';
import { textOfMachine } from './machineText.ts';

/** The machines of an app by their keys. */
export type Machines = Readonly<Record<string, AnyStateMachine>>;

/**
 * The key under which the app registered a root's machine. A copy made by `provide` has the key of its original, unless the original has
 * several keys. Undefined for a machine that the app did not register.
 */
export function keyOf(machine: AnyStateMachine | undefined, machines: Machines): string | undefined {
  if (machine === undefined) return undefined;
  const entries = Object.entries(machines);
  const [same] = entries.find(([, each]) => each === machine) ?? [];
  if (same !== undefined) return same;
  const [provided, ...others] = entries.filter(([, { config }]) => config === machine.config);
  return others.length === 0 ? provided?.[0] : undefined;
}

/** Gives each actor a name that is the same in every run. */
export interface ActorNames {
  readonly nameOf: (actor: ActorRefLike) => string;
  /** The number of actors with each path. A replay from a checkpoint continues these numbers. */
  readonly counts: Map<string, number>;
  /** Gives an actor the name that it has in a recording. */
  readonly give: (actor: ActorRefLike, name: string) => void;
  /** Forgets the texts of machines, except those that these actors run. */
  readonly forgetOthers: (running: Iterable<ActorRefLike>) => void;
}

/**
 * Creates names such as `app/session`, or `booking#2` for the second root of that machine. A child keeps its id if a machine contains the
 * id as a text. Any other id may differ in every run, so the child is named after its logic and numbered in the order of creation:
 * `list/todo#1`.
 * @param rootName returns the name of a root; undefined for a root without a name of its own
 */
export function createActorNames(rootName: (actor: ActorRefLike) => string | undefined = () => undefined): ActorNames {
  const names = new WeakMap<ActorRefLike, string>();
  const counts = new Map<string, number>();
  /** The texts of all machines that have run. */
  const words = new Set<string>();

  function nameOf(actor: ActorRefLike): string {
    const known = names.get(actor);
    if (known !== undefined) return known;
    const parent = parentOf(actor);
    const isCounted = parent === undefined || !words.has(idOf(actor));
    const own = parent === undefined ? (rootName(actor) ?? ownName(actor)) : isCounted ? kindOf(actor) : idOf(actor);
    const path = parent === undefined ? escaped(own) : `${nameOf(parent)}/${escaped(own)}`;
    const count = isCounted ? (counts.get(path) ?? 0) + 1 : 1;
    if (isCounted) counts.set(path, count);
    // Another child can have the name of a generated child as its own id.
    const name = count === 1 && (parent === undefined || !isCounted) ? path : `${path}#${count}`;
    give(actor, name);
    return name;
  }

  function give(actor: ActorRefLike, name: string) {
    names.set(actor, name);
    learn(actor);
  }

  function learn(actor: ActorRefLike) {
    const machine = machineOf(actor);
    if (machine !== undefined) for (const word of textOfMachine(machine).words) words.add(word);
  }

  return {
    nameOf,
    counts,
    give,
    forgetOthers: (running) => {
      words.clear();
      for (const actor of running) learn(actor);
    },
  };
}

/** Names are joined by slashes, and numbers follow a number sign. */
function escaped(name: string): string {
  return name.replaceAll(/[%/#]/g, (sign) => encodeURIComponent(sign));
}

/** The ids of an actor and its ancestors below the root, such as `/list/todo-17`; empty for a root. */
export function idPath(actor: ActorRefLike): string {
  const parent = parentOf(actor);
  return parent === undefined ? '' : `${idPath(parent)}/${idOf(actor)}`;
}

/** Returns the actor itself when it is a root. */
export function rootOf(actor: ActorRefLike): ActorRefLike {
  const parent = parentOf(actor);
  return parent === undefined ? actor : rootOf(parent);
}

const originals = new WeakMap<object, AnyStateMachine>();

/** Registers a copy of a machine, for which `machineOf` returns the original. */
export function standFor(machine: AnyStateMachine, copy: AnyStateMachine): void {
  originals.set(copy, machine);
}

/** The actor's machine; undefined for an effect, such as a promise or a callback. */
export function machineOf(actor: ActorRefLike | undefined): AnyStateMachine | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const logic: unknown = actor.logic;
  return logic instanceof StateMachine ? (originals.get(logic) ?? logic) : undefined;
}

/** The actor's id; if that is generated, the name of its logic in its parent's machine, or the id of its machine. */
export function ownName(actor: ActorRefLike): string {
  if (!isGenerated(actor)) return idOf(actor);
  return kindOf(actor);
}

/** The name of an actor's logic: the id of its machine, or the name in its parent's machine. */
export function kindOf(actor: ActorRefLike): string {
  const machine = machineOf(actor);
  return (machine && givenId(machine)) ?? sourceName(actor) ?? (machine === undefined ? 'effect' : 'machine');
}

/** XState's own ids, such as `x:1`. */
const OF_XSTATE = /^(?:x:\d+|\d+\.)/;

/** Whether an id looks as if it were generated. */
function isGenerated(actor: ActorRefLike): boolean {
  const id = idOf(actor);
  return OF_XSTATE.test(id) || (parentOf(actor) !== undefined && /\d/.test(id));
}

function idOf(actor: ActorRefLike): string {
  return actor instanceof Actor ? actor.id : 'actor';
}

type Inspect = (event: InspectionEvent) => void;

/**
 * Forwards inspection events of started root actors only; events before the start are delivered at the start. React's StrictMode
 * creates two actors during development and starts only one.
 */
export function startedActors(inspect: Inspect): Inspect {
  const waiting = new WeakMap<ActorRefLike, InspectionEvent[]>();
  const started = new WeakSet<ActorRefLike>();

  return (event) => {
    const root = rootOf(event.actorRef);
    if (started.has(root)) return inspect(event);
    const before = waiting.get(root) ?? [];
    before.push(event);
    waiting.set(root, before);
    const seen = inspected(event);
    if (seen?.kind !== 'received' || seen.actor !== root || seen.event.type !== INIT) return;
    started.add(root);
    waiting.delete(root);
    for (const each of before) inspect(each);
  };
}
