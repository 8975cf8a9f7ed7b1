import type { ActorRefLike, InspectionEvent } from 'xstate';
import { rootOf } from './actors.ts';

type Inspect = (event: InspectionEvent) => void;

/**
 * Passes on what happens in actors that are started; what happened before the start comes with it. React makes two of each while one
 * develops (StrictMode) and starts one; the other is never heard of.
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
