import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { labelOf } from './labelOf.ts';

/** One way a state reacts to one event. */
export interface GraphTransition {
  /** Unique in the machine and stable while its source does not change. */
  readonly id: string;
  readonly source: string;
  /** Id of the state it leads to; none when it stays where it is. */
  readonly target: string | undefined;
  readonly kind: 'event' | 'always' | 'after' | 'done' | 'error';
  /** The machine's own event type, empty for `always`. */
  readonly eventType: string;
  /** The same for readers: `seat.toggle`, `always`, `after redirectDelay (1500 ms)`, `loadMovie done`. */
  readonly trigger: string;
  /** `isSelected`, `else canSelect`, `else`; none when nothing is asked. */
  readonly guard: string | undefined;
  readonly actions: readonly string[];
  readonly description: string | undefined;
  /** Whether the state is left and entered again. */
  readonly reenters: boolean;
}

const DONE = 'xstate.done.';
const ERROR = 'xstate.error.';
const AFTER = 'xstate.after.';

/** The branches of one event in one state, in the order in which the machine tries them. */
export function graphTransitions(
  branches: readonly AnyTransitionDefinition[],
  node: AnyStateNode,
  machine: AnyStateMachine,
): readonly GraphTransition[] {
  return branches.map((branch, index) => {
    const eventType = String(branch.eventType);
    return {
      id: `${node.id}:${eventType}:${index}`,
      source: node.id,
      target: branch.target?.[0]?.id,
      kind: kindOf(eventType),
      eventType,
      trigger: triggerOf(eventType, node, machine),
      guard: guardOf(branch.guard, index),
      actions: branch.actions.flatMap(labelOf),
      description: branch.description,
      reenters: branch.reenter,
    };
  });
}

/** Whether a transition draws no arrow: it stays, or enters its own state anew. */
export function isReaction({ source, target }: GraphTransition): boolean {
  return target === undefined || target === source;
}

function kindOf(eventType: string): GraphTransition['kind'] {
  if (eventType === '') return 'always';
  if (eventType.startsWith(DONE)) return 'done';
  if (eventType.startsWith(ERROR)) return 'error';
  return eventType.startsWith(AFTER) ? 'after' : 'event';
}

function triggerOf(eventType: string, node: AnyStateNode, machine: AnyStateMachine): string {
  const delayed = node.after.find((transition) => transition.eventType === eventType);
  if (delayed !== undefined) return `after ${delayText(delayed.delay, machine)}`;
  const kind = kindOf(eventType);
  if (kind === 'event') return eventType;
  if (kind === 'always') return 'always';
  const actor = node.invoke.find(({ id }) => eventType.endsWith(`.actor.${id}`));
  return actor === undefined ? kind : `${typeof actor.src === 'string' ? actor.src : actor.id} ${kind}`;
}

function delayText(delay: unknown, { implementations }: AnyStateMachine): string {
  if (typeof delay === 'number') return milliseconds(delay);
  const name = String(delay);
  const length: unknown = implementations.delays[name];
  return typeof length === 'number' ? `${name} (${milliseconds(length)})` : name;
}

function milliseconds(length: number): string {
  return `${length}\u00a0ms`;
}

function guardOf(guard: unknown, index: number): string | undefined {
  const [label] = labelOf(guard);
  if (index === 0) return label;
  return label === undefined ? 'else' : `else ${label}`;
}
