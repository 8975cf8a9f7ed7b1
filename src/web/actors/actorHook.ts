import { useSelector } from '@xstate/react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** Creates a hook that returns a selected part of an actor's snapshot and the actor's `send`. Views render only when it changes. */
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
