import type { GraphState } from './graphState.ts';
import type { GraphTransition } from './graphTransitions.ts';
import { statesOf, type MachineGraph } from './machineGraph.ts';

/** One arrow to draw. Transitions between the same two places share it; the arrow from an initial dot has none. */
export interface GraphArrow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly transitions: readonly GraphTransition[];
}

/** The id of the dot from which a compound state's first child is entered. */
export function initialDot(stateId: string): string {
  return `${stateId}#initial`;
}

/** The id of the place that stands for every state within: where the arrows of a compound state to its own children start. */
export function anywhereWithin(stateId: string): string {
  return `${stateId}#anywhere`;
}

/** The arrows of a graph, in document order. */
export function graphArrows(graph: MachineGraph): readonly GraphArrow[] {
  const states = new Map(statesOf(graph.root).map((state) => [state.id, state]));
  const shared = new Map<string, GraphArrow>();
  for (const state of states.values()) {
    if (state.initial !== undefined) add({ from: initialDot(state.id), to: state.initial, transitions: [] });
  }
  for (const transition of graph.transitions) {
    const { source, target } = transition;
    if (target === undefined) continue;
    add({
      from: isWithin(target, states.get(source)) ? anywhereWithin(source) : source,
      to: isWithin(source, states.get(target)) ? initialDot(target) : target,
      transitions: [transition],
    });
  }
  return [...shared.values()];

  function add({ from, to, transitions }: Omit<GraphArrow, 'id'>) {
    const id = `${from} ${to}`;
    shared.set(id, { id, from, to, transitions: [...(shared.get(id)?.transitions ?? []), ...transitions] });
  }
}

function isWithin(id: string, ancestor: GraphState | undefined): boolean {
  return ancestor !== undefined && ancestor.id !== id && statesOf(ancestor).some((state) => state.id === id);
}
