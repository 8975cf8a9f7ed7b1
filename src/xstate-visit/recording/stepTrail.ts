import type { ActorRefLike } from 'xstate';
import { INIT, isOwnEvent, statusOf, type Inspected } from '../xstateInternals.ts';
import { rootOf } from './actors.ts';

/** Names the points of a run. The names are the same in every run: `app/session receives tickets.booked 2` is the second such event. */
export interface StepTrail {
  /** Registers an inspection event. @returns the name of its point. */
  readonly follow: (seen: Inspected) => string;
  /** The last point while its step is running; undefined between steps. */
  readonly during: () => string | undefined;
}

/**
 * Creates a trail. A step ends with the snapshot after its event. A step that throws has no snapshot and ends in the next microtask.
 * @param words the texts of the machines. Names contain no other event type, because it can contain a text of the visitor.
 */
export function createStepTrail(nameOf: (actor: ActorRefLike) => string, words: ReadonlySet<string>): StepTrail {
  const counts = new Map<string, number>();
  /** The unfinished events of each actor. Several actors can have the same event, because a machine can forward it. */
  const underWay = new Map<ActorRefLike, Set<object>>();
  const started = new WeakSet<ActorRefLike>();
  let last = '';

  return {
    follow: (seen) => {
      const { actor } = seen;
      const point = `${nameOf(actor)} ${textOf(seen, words)}`;
      const count = (counts.get(point) ?? 0) + 1;
      counts.set(point, count);
      last = `${point} ${count}`;
      if (seen.kind === 'received' && seen.event.type === INIT) started.add(actor);
      // Events sent before the start wait in the mailbox and begin no step.
      if (seen.kind === 'received' && started.has(rootOf(actor)) && isHandled(seen)) {
        if (underWay.size === 0) queueMicrotask(() => underWay.clear());
        underWay.set(actor, (underWay.get(actor) ?? new Set()).add(seen.event));
      }
      if (seen.kind === 'handled') {
        const own = underWay.get(actor);
        own?.delete(seen.event);
        if (own?.size === 0) underWay.delete(actor);
      }
      return last;
    },
    during: () => ([...underWay.keys()].some((actor) => statusOf(actor) !== 'error') ? last : undefined),
  };
}

/** An actor that has ended ignores events. */
function isHandled({ actor, event }: Extract<Inspected, { readonly kind: 'received' }>): boolean {
  return event.type === INIT || statusOf(actor) === 'active';
}

function textOf(seen: Inspected, words: ReadonlySet<string>): string {
  if (seen.kind === 'created') return 'created';
  if (seen.kind === 'action') return `runs ${seen.action.type}`;
  const { type } = seen.event;
  const name = isOwnEvent(type) || words.has(type) ? type : 'another event';
  return `${{ received: 'receives', handled: 'after', transitions: 'within' }[seen.kind]} ${name}`;
}
