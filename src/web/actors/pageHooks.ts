import { createContext, useContext, useState } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { actorHook } from './actorHook.ts';

/** The running machine of the shown page. */
export const PageContext = createContext<AnyActorRef | undefined>(undefined);

/** Creates the hook by which a page's views read the page's machine. The hook throws if the page runs another machine. */
export function pageHook<Machine extends AnyStateMachine>(machine: Machine) {
  return actorHook<SnapshotFrom<Machine>, EventFromLogic<Machine>>(() => {
    const page = useContext(PageContext);
    return checked(machine, page);
  });
}

/**
 * Creates the hook by which views read a machine that the page's machine invokes when the views mount, or that a child of it does.
 * @param path The ids of the invoked machines, from the page's child to the read one.
 */
export function pageChildHook<Machine extends AnyStateMachine>(machine: Machine, ...path: readonly string[]) {
  return actorHook<SnapshotFrom<Machine>, EventFromLogic<Machine>>(() => {
    const page = useContext(PageContext);
    // A child that is done is no longer among the children, but its view stays until the router navigates.
    const [child] = useState(() =>
      path.reduce<AnyActorRef | undefined>((actor, id) => actor?.getSnapshot().children[id], page),
    );
    return checked(machine, child);
  });
}

function checked<Machine extends AnyStateMachine>(
  machine: Machine,
  actor: AnyActorRef | undefined,
): ActorRefFrom<Machine> {
  if (!isActorOf(machine, actor)) throw new Error(`The page does not run ${machine.id}`);
  return actor;
}

function isActorOf<Machine extends AnyStateMachine>(
  machine: Machine,
  actor: AnyActorRef | undefined,
): actor is ActorRefFrom<Machine> {
  return actor?.getSnapshot().machine.id === machine.id;
}
