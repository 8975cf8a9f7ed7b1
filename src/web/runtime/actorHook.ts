import { useSelector } from '@xstate/react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** The hook by which views draw an actor: gives what they select of its snapshots, and its `send`. */
export function actorHook<State extends Snapshot<unknown>, Event extends EventObject>(
  useActor: () => Pick<ActorRef<State, Event>, 'getSnapshot' | 'send' | 'subscribe'>,
) {
  return <Selected>(
    select: (snapshot: State) => Selected,
    compare?: (before: Selected, after: Selected) => boolean,
  ) => {
    const actor = useActor();
    return [useSelector(actor, select, compare), actor.send] as const;
  };
}
