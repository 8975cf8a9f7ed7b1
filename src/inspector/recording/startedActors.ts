import type { ActorRefLike, InspectionEvent } from 'xstate';
import { rootOf } from './actors.ts';

type Inspect = (event: InspectionEvent) => void;

/**
 * Forwards inspection events of started root actors only; events before the start are delivered at the start. React's StrictMode
 * creates two actors during development and starts only one.
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
