import { Actor, StateMachine, type ActorRefLike, type AnyStateMachine } from 'xstate';

const ID_OF_THE_SYSTEM = /^x:/;

/** Gives each actor of a run a name that is the same in every run: `app/session`, and `booking#2` for the second of its kind. */
export function createActorNames(): (actor: ActorRefLike) => string {
  const names = new WeakMap<ActorRefLike, string>();
  const counts = new Map<string, number>();

  return function nameOf(actor: ActorRefLike): string {
    const known = names.get(actor);
    if (known !== undefined) return known;
    const own = ownName(actor);
    const parent = parentOf(actor);
    const count = parent === undefined ? (counts.get(own) ?? 0) + 1 : 1;
    if (parent === undefined) counts.set(own, count);
    const name = `${parent === undefined ? '' : `${nameOf(parent)}/`}${own}${count === 1 ? '' : `#${count}`}`;
    names.set(actor, name);
    return name;
  };
}

/** The actor that started this one; undefined for a root. */
export function parentOf(actor: ActorRefLike): ActorRefLike | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const { _parent: parent } = actor;
  return parent;
}

/** The outermost actor above this one, or itself. */
export function rootOf(actor: ActorRefLike): ActorRefLike {
  const parent = parentOf(actor);
  return parent === undefined ? actor : rootOf(parent);
}

/** The machine that an actor runs; undefined for an effect: a promise, a callback. */
export function machineOf(actor: ActorRefLike | undefined): AnyStateMachine | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const logic: unknown = actor.logic;
  return logic instanceof StateMachine ? logic : undefined;
}

/** By the id that it was given; one that was started without is called like its machine, as is a root. */
function ownName(actor: ActorRefLike): string {
  const id = actor instanceof Actor ? actor.id : 'actor';
  return ID_OF_THE_SYSTEM.test(id) ? (machineOf(actor)?.id ?? 'effect') : id;
}
