import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';
import { useRuntime } from './RuntimeContext.ts';
import type { Runtime } from './startApp.ts';

type Runnable<Standing extends Snapshot<unknown>, Event extends EventObject> = Pick<
  ActorRef<Standing, Event>,
  'getSnapshot' | 'send' | 'start' | 'stop' | 'subscribe'
>;

/** Runs an actor for as long as its page stands. */
export function usePageActor<PageActor extends Runnable<Snapshot<unknown>, never>>(
  create: (runtime: Runtime) => PageActor,
): PageActor {
  const runtime = useRuntime();
  const [run] = useState(() => runOf(() => create(runtime)));
  return useSyncExternalStore(run.begin, run.actor, run.actor);
}

/** The same where the views of a page share its snapshot: gives that and the actor's `send`. */
export function usePageSnapshot<Standing extends Snapshot<unknown>, Event extends EventObject>(
  create: (runtime: Runtime) => Runnable<Standing, Event>,
) {
  const actor = usePageActor(create);
  return [useSelector(actor, (snapshot) => snapshot), actor.send] as const;
}

/** What React begins and ends with the page, in StrictMode twice: an actor that was stopped is followed by a fresh one. */
function runOf<PageActor extends Runnable<Snapshot<unknown>, never>>(create: () => PageActor) {
  let actor = create();
  return {
    actor: () => actor,
    begin: () => {
      if (actor.getSnapshot().status === 'stopped') actor = create();
      actor.start();
      return () => actor.stop();
    },
  };
}
