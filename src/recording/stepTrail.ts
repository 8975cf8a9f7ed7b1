import type { ActorRefLike, InspectionEvent } from 'xstate';

/** Every moment of a run by a name that is alike in every run: `app/session sent tickets.booked 2`, the second of its kind. */
export interface StepTrail {
  /** Gives the name of the moment that an inspection event tells of. */
  readonly follow: (event: InspectionEvent) => string;
  /** The last moment, if the step to which it belongs is still under way: what comes now comes in its midst. */
  readonly midst: () => string | undefined;
}

/** Follows what happens. A step is over with the snapshot that follows its event; one that failed, when its task is. */
export function createStepTrail(nameOf: (actor: ActorRefLike) => string): StepTrail {
  const counts = new Map<string, number>();
  const underWay = new Set<object>();
  let last = '';

  return {
    follow: (event) => {
      const kind = `${nameOf(event.actorRef)} ${kindOf(event)}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      last = `${kind} ${count}`;
      if (event.type === '@xstate.event') {
        if (underWay.size === 0) queueMicrotask(() => underWay.clear());
        underWay.add(event.event);
      }
      if (event.type === '@xstate.snapshot') underWay.delete(event.event);
      return last;
    },
    midst: () => (underWay.size === 0 ? undefined : last),
  };
}

function kindOf(event: InspectionEvent): string {
  if (event.type === '@xstate.actor') return 'made';
  if (event.type === '@xstate.action') return `acts ${event.action.type}`;
  if (event.type === '@xstate.event') return `sent ${event.event.type}`;
  return `${event.type === '@xstate.snapshot' ? 'took' : 'takes'} ${event.event.type}`;
}
