import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';
import { useRuntime } from './RuntimeContext.ts';
import type { Runtime } from './startApp.ts';

type Runnable<Standing extends Snapshot<unknown>, Event extends EventObject> = Pick<
  ActorRef<Standing, Event>,
  'getSnapshot' | 'send' | 'start' | 'stop' | 'subscribe'
>;

/** Runs an actor for as long as its page stands. */
export function usePageActor<Standing extends Snapshot<unknown>, Event extends EventObject>(
  create: (runtime: Runtime) => Runnable<Standing, Event>,
): Runnable<Standing, Event> {
  const runtime = useRuntime();
  const [actor] = useState(() => create(runtime));
  const [begin] = useState(() => beginningOf(actor));
  useEffect(begin, [begin]);
  return actor;
}

/** The same where the views of a page share its snapshot: gives that and the actor's `send`. */
export function usePageSnapshot<Standing extends Snapshot<unknown>, Event extends EventObject>(
  create: (runtime: Runtime) => Runnable<Standing, Event>,
) {
  const actor = usePageActor(create);
  return [useSelector(actor, (snapshot) => snapshot), actor.send] as const;
}

/** Starts an actor and gives what ends it. React begins every page twice while one develops: an actor that is begun again at once goes on. */
function beginningOf(actor: Pick<Runnable<Snapshot<unknown>, never>, 'start' | 'stop'>) {
  let begun = 0;
  return () => {
    begun += 1;
    actor.start();
    return () => {
      begun -= 1;
      queueMicrotask(() => begun === 0 && actor.stop());
    };
  };
}
