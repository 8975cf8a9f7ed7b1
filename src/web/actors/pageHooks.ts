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

/** Creates the hook by which views read the machine that the page's machine invokes with this id when the views mount. */
export function pageChildHook<Machine extends AnyStateMachine>(machine: Machine, id: string) {
  return actorHook<SnapshotFrom<Machine>, EventFromLogic<Machine>>(() => {
    const page = useContext(PageContext);
    // A child that is done is no longer among the children, but its view stays until the router navigates.
    const [child] = useState<AnyActorRef | undefined>(() => page?.getSnapshot().children[id]);
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
