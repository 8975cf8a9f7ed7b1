import type { AnyMachineSnapshot } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { transitionsOf, type Transition } from './machineGraph.ts';

/** `depends`: the guard reads the event's data; `waits`: XState sends the event itself (a delay, an invoked actor, `always`). */
export type Likelihood = 'possible' | 'refused' | 'depends' | 'waits';

export interface NextTransition extends Transition {
  readonly likelihood: Likelihood;
}

/** The transitions of the active states. Guards that read only the context are evaluated. */
export function nextTransitions(snapshot: AnyMachineSnapshot): readonly NextTransition[] {
  if (snapshot.status !== 'active') return [];
  const { _nodes: nodes } = snapshot;
  return nodes
    .toReversed()
    .flatMap(transitionsOf)
    .map((transition) => Object.assign(transition, { likelihood: likelihoodOf(transition, snapshot) }));
}

function likelihoodOf({ definition: { guard, eventType } }: Transition, snapshot: AnyMachineSnapshot): Likelihood {
  if (guard !== undefined && readsEvent(guard)) return 'depends';
  if (guard !== undefined && !passes(guard, eventType, snapshot)) return 'refused';
  return eventType === '' || eventType.startsWith('xstate.') ? 'waits' : 'possible';
}

function readsEvent(guard: unknown): boolean {
  if (typeof guard === 'function') return true;
  return typeof guard === 'object' && guard !== null && 'params' in guard && typeof guard.params === 'function';
}

function passes(guard: Transition['definition']['guard'], type: string, snapshot: AnyMachineSnapshot): boolean {
  try {
    return guard === undefined || evaluateGuard(guard, snapshot.context, { type }, snapshot);
  } catch {
    return false;
  }
}
