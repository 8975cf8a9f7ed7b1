import { Actor, StateMachine, type ActorRefLike, type AnyStateMachine, type InspectionEvent } from 'xstate';

/** An id with a digit counts as generated: one that XState (`x:1`) or the app generates differs in every run. */
const GENERATED_ID = /\d/;

/** The machines of an app by their keys. */
export type Machines = Readonly<Record<string, AnyStateMachine>>;

/**
 * The key of a root's machine among those of the app. A machine with other implementations (`provide`) has the key of the machine from
 * which it was made, if that is only one. Undefined for a machine that is not among them.
 */
export function keyOf(machine: AnyStateMachine | undefined, machines: Machines): string | undefined {
  if (machine === undefined) return undefined;
  const entries = Object.entries(machines);
  const [same] = entries.find(([, each]) => each === machine) ?? [];
  if (same !== undefined) return same;
  const [provided, ...others] = entries.filter(([, { config }]) => config === machine.config);
  return others.length === 0 ? provided?.[0] : undefined;
}

/**
 * Names actors so that each has the same name in every run: `app/session`, or `booking#2` for the second root of that machine. Children
 * with generated ids are named after their machine and numbered in the order of their creation, from `list/todo#1`. A root has the name
 * that `rootName` returns, if there is one.
 */
export function createActorNames(
  rootName: (actor: ActorRefLike) => string | undefined = () => undefined,
): (actor: ActorRefLike) => string {
  const names = new WeakMap<ActorRefLike, string>();
  const counts = new Map<string, number>();

  return function nameOf(actor: ActorRefLike): string {
    const known = names.get(actor);
    if (known !== undefined) return known;
    const parent = parentOf(actor);
    const path = parent === undefined ? (rootName(actor) ?? ownName(actor)) : `${nameOf(parent)}/${ownName(actor)}`;
    const isCounted = parent === undefined || isGenerated(actor);
    const count = isCounted ? (counts.get(path) ?? 0) + 1 : 1;
    if (isCounted) counts.set(path, count);
    // Another child can have the name of a generated child as its own id.
    const name = count === 1 && (parent === undefined || !isCounted) ? path : `${path}#${count}`;
    names.set(actor, name);
    return name;
  };
}

/** The actor's parent; undefined for a root actor. */
export function parentOf(actor: ActorRefLike): ActorRefLike | undefined {
  return actor instanceof Actor ? actor.options.parent : undefined;
}

/** Returns the actor itself when it is a root. */
export function rootOf(actor: ActorRefLike): ActorRefLike {
  const parent = parentOf(actor);
  return parent === undefined ? actor : rootOf(parent);
}

/** The actor's machine; undefined for an effect, such as a promise or a callback. */
export function machineOf(actor: ActorRefLike | undefined): AnyStateMachine | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const logic: unknown = actor.logic;
  return logic instanceof StateMachine ? logic : undefined;
}

/** The actor's id; if it is generated, the id of the actor's machine, or the name of the effect in its parent's machine. */
export function ownName(actor: ActorRefLike): string {
  if (!isGenerated(actor)) return idOf(actor);
  const src: unknown = actor instanceof Actor ? actor.src : undefined;
  return machineOf(actor)?.id ?? (typeof src === 'string' && !src.startsWith('xstate.') ? src : 'effect');
}

function isGenerated(actor: ActorRefLike): boolean {
  return GENERATED_ID.test(idOf(actor));
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
    waiting.set(root, [...before, event]);
    if (event.type !== '@xstate.event' || event.actorRef !== root || event.event.type !== 'xstate.init') return;
    started.add(root);
    waiting.delete(root);
    for (const each of [...before, event]) inspect(each);
  };
}
