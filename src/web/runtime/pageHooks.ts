import { createContext, useContext, useState } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { actorHook } from './actorHook.ts';

/** Hands the running machine of the shown page to the page's views. */
export const PageContext = createContext<AnyActorRef | undefined>(undefined);

/** The hook by which the views of a page read the page's machine. */
export function pageHook<Machine extends AnyStateMachine>(machine: Machine) {
  return actorHook<SnapshotFrom<Machine>, EventFromLogic<Machine>>(() => {
    const page = useContext(PageContext);
    return checked(machine, page);
  });
}

/** The hook by which views read a machine that the page's machine invokes. It must be invoked under its own id. */
export function pageChildHook<Machine extends AnyStateMachine>(machine: Machine) {
  return actorHook<SnapshotFrom<Machine>, EventFromLogic<Machine>>(() => {
    const page = useContext(PageContext);
    // A page's machine that is done has no children, but its view stays until the router has navigated.
    const [child] = useState<AnyActorRef | undefined>(() => page?.getSnapshot().children[machine.id]);
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
