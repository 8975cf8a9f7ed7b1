import type { AnyTransitionDefinition } from 'xstate';
import { eventLabel, guardLabel } from '../statechart/machineGraph.ts';

/**
 * Formats a transition, such as `cold: heat → hot if hasWater`. Undefined if the event has no other transition in its state, and the
 * transition no guard.
 */
export function transitionLabel({ source, target, eventType, guard }: AnyTransitionDefinition): string | undefined {
  const rivals = eventType === '' ? source.always : source.transitions.get(eventType);
  if (guard === undefined && (rivals === undefined || rivals.length < 2)) return undefined;
  const targets = target?.map((each) => each.path.join('.')).join(', ');
  const from = source.path.join('.') || source.machine.id;
  const condition = guard === undefined ? '' : ` if ${guardLabel(guard)}`;
  return `${from}: ${eventLabel(eventType, source)}${targets === undefined ? '' : ` → ${targets}`}${condition}`;
}
