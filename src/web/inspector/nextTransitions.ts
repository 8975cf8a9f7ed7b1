import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import type { Chance, NextTransition } from '#machines/inspectorMachine.ts';

const AFTER = /^xstate\.after\.([^.]+)\./;
const ACTOR = /^xstate\.(done|error)\.actor\.(.+)$/;

/** The transitions that lead on from a snapshot, each with what its guard says when nothing but the context decides. */
export function nextTransitions(snapshot: AnyMachineSnapshot): NextTransition[] {
  if (snapshot.status !== 'active') return [];
  const { _nodes: nodes } = snapshot;
  return nodes
    .toReversed()
    .flatMap(transitionsOf)
    .map((transition) => ({
      id: `${transition.source.id}:${transition.eventType}:${placeOf(transition)}`,
      label: eventLabel(transition.eventType),
      guard: guardName(transition.guard),
      targets: (transition.target ?? []).map(({ id }) => id),
      chance: chanceOf(transition, snapshot),
    }));
}

/** An event as people read it: `done: loadMovie`, `after redirectDelay`, `always`; others by their own name. */
export function eventLabel(type: string): string {
  if (type === '') return 'always';
  if (type === 'xstate.init') return 'start';
  if (type === 'xstate.stop') return 'stop';
  const [, delay] = AFTER.exec(type) ?? [];
  if (delay !== undefined) return `after ${delay}`;
  const [, outcome, actor] = ACTOR.exec(type) ?? [];
  if (outcome !== undefined && actor !== undefined) return `${outcome}: ${actor}`;
  return type.replace(/^xstate\.done\.state\./, 'finished: ');
}

// XState's own list would put more of it into the first load.
function transitionsOf({ transitions, always = [] }: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...transitions.values()].flat(), ...always];
}

function placeOf(transition: AnyTransitionDefinition): number {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType);
  return siblings?.indexOf(transition) ?? 0;
}

function chanceOf({ guard, eventType }: AnyTransitionDefinition, snapshot: AnyMachineSnapshot): Chance {
  if (guard !== undefined && readsEvent(guard)) return 'depends';
  if (guard !== undefined && !passes(guard, eventType, snapshot)) return 'refused';
  return eventType === '' || eventType.startsWith('xstate.') ? 'waits' : 'possible';
}

function readsEvent(guard: unknown): boolean {
  if (typeof guard === 'function') return true;
  return typeof guard === 'object' && guard !== null && 'params' in guard && typeof guard.params === 'function';
}

function passes(guard: AnyTransitionDefinition['guard'], type: string, snapshot: AnyMachineSnapshot): boolean {
  try {
    return guard === undefined || evaluateGuard(guard, snapshot.context, { type }, snapshot);
  } catch {
    return false;
  }
}

function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return guard === undefined ? '' : 'inline';
}
