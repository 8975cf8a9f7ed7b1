import type { AnyStateNode } from 'xstate';
import { labelOf } from './labelOf.ts';
import { isReaction, type GraphTransition } from './graphTransitions.ts';

/** One state: its identity is the machine's own, such as `booking.choosing.confirming`. */
export interface GraphState {
  readonly id: string;
  readonly key: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** Names of the actors that run while the state is active. */
  readonly invokes: readonly string[];
  /** Actions on the way in and out, with their constant parameter where they have one. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Id of the child entered first; none in atomic and parallel states. */
  readonly initial: string | undefined;
  /** Transitions that leave no state: actions only, or a state entered anew. */
  readonly reactions: readonly GraphTransition[];
  readonly states: readonly GraphState[];
}

/** A state and all within it, each with the reactions that are its own. */
export function graphState(node: AnyStateNode, transitions: readonly GraphTransition[]): GraphState {
  return {
    id: node.id,
    key: node.key,
    kind: node.type,
    description: node.description,
    tags: node.tags,
    invokes: node.invoke.map(({ src, id }) => (typeof src === 'string' ? src : id)),
    entry: node.entry.flatMap(labelOf),
    exit: node.exit.flatMap(labelOf),
    initial: node.type === 'compound' ? node.initial.target[0]?.id : undefined,
    reactions: transitions.filter((transition) => transition.source === node.id && isReaction(transition)),
    states: Object.values(node.states).map((child) => graphState(child, transitions)),
  };
}
