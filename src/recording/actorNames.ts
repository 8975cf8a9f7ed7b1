import { Actor, StateMachine, type ActorRefLike, type AnyStateMachine } from 'xstate';

/** Names actors alike in every run: `app/session`, and `booking#2` for the second of its kind. */
export interface ActorNames {
  readonly nameOf: (actor: ActorRefLike) => string;
}

const GIVEN_BY_SYSTEM = /^x:/;

/** Names for the actors of one run. */
export function createActorNames(): ActorNames {
  const names = new WeakMap<ActorRefLike, string>();
  const counts = new Map<string, number>();

  const name = (actor: ActorRefLike) => {
    const own = ownName(actor);
    const parent = parentOf(actor);
    if (parent !== undefined) return `${nameOf(parent)}/${own}`;
    const count = (counts.get(own) ?? 0) + 1;
    counts.set(own, count);
    return count === 1 ? own : `${own}#${count}`;
  };
  const nameOf = (actor: ActorRefLike): string => {
    const known = names.get(actor);
    if (known !== undefined) return known;
    const given = name(actor);
    names.set(actor, given);
    return given;
  };
  return { nameOf };
}

/** The actor that started this one; undefined for a root. */
export function parentOf(actor: ActorRefLike): ActorRefLike | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const { _parent: parent } = actor;
  return parent;
}

/** The machine that an actor runs; undefined for an effect. */
export function machineOf(actor: ActorRefLike | undefined): AnyStateMachine | undefined {
  if (!(actor instanceof Actor)) return undefined;
  const logic: unknown = actor.logic;
  return logic instanceof StateMachine ? logic : undefined;
}

/** By its id, where it was given one; an actor that was spawned without is called like its machine, as is a root. */
function ownName(actor: ActorRefLike): string {
  const id = actor instanceof Actor ? actor.id : 'actor';
  return GIVEN_BY_SYSTEM.test(id) ? (machineOf(actor)?.id ?? 'effect') : id;
}
