import type { ActorRefLike, InspectionEvent } from 'xstate';
import { INIT, statusOf } from '../xstateInternals.ts';
import { rootOf } from './actors.ts';

/** Names every point of a run, the same in every run: `app/session receives tickets.booked 2` is the second such event. */
export interface StepTrail {
  /** Registers an inspection event. @returns the name of its point. */
  readonly follow: (event: InspectionEvent) => string;
  /** The last point while its step is running; undefined between steps. */
  readonly during: () => string | undefined;
}

/** A step ends with the snapshot that follows its event. A step that throws has no snapshot and ends in the next microtask. */
export function createStepTrail(nameOf: (actor: ActorRefLike) => string): StepTrail {
  const counts = new Map<string, number>();
  /** The events under way, by actor: a machine can forward the same event to others. */
  const underWay = new Map<ActorRefLike, Set<object>>();
  const started = new WeakSet<ActorRefLike>();
  let last = '';

  return {
    follow: (event) => {
      const kind = `${nameOf(event.actorRef)} ${kindOf(event)}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      last = `${kind} ${count}`;
      const root = rootOf(event.actorRef);
      if (event.type === '@xstate.event' && event.event.type === INIT) started.add(event.actorRef);
      // Events sent before the start wait in the mailbox and begin no step.
      if (event.type === '@xstate.event' && started.has(root)) {
        if (underWay.size === 0) queueMicrotask(() => underWay.clear());
        underWay.set(event.actorRef, (underWay.get(event.actorRef) ?? new Set()).add(event.event));
      }
      if (event.type === '@xstate.snapshot') {
        const own = underWay.get(event.actorRef);
        own?.delete(event.event);
        if (own?.size === 0) underWay.delete(event.actorRef);
      }
      return last;
    },
    during: () => ([...underWay.keys()].some((actor) => statusOf(actor) !== 'error') ? last : undefined),
  };
}

function kindOf(event: InspectionEvent): string {
  if (event.type === '@xstate.actor') return 'created';
  if (event.type === '@xstate.action') return `runs ${event.action.type}`;
  if (event.type === '@xstate.event') return `receives ${event.event.type}`;
  return `${event.type === '@xstate.snapshot' ? 'after' : 'within'} ${event.event.type}`;
}
