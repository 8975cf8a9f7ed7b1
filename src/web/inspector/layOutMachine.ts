import type { AnyStateMachine } from 'xstate';
import type { GraphState } from '../../diagram/graphState.ts';
import type { GraphTransition } from '../../diagram/graphTransitions.ts';
import type { GraphLayout } from '../../diagram/layOutGraph.ts';
import { machineGraph } from '../../diagram/machineGraph.ts';

const layouts = new WeakMap<object, Promise<GraphLayout | undefined>>();

/** Where everything of a machine's picture stands, worked out once; none when the layout engine does not load. */
export function layOutMachine(machine: AnyStateMachine): Promise<GraphLayout | undefined> {
  const known = layouts.get(machine.config);
  if (known !== undefined) return known;
  const { id, root, transitions } = machineGraph(machine);
  const graph = { id, root: bareState(root), transitions: transitions.map(bareTransition) };
  const layout = import('../../diagram/layOutGraph.ts').then(
    ({ layOutGraph }) => layOutGraph(graph),
    () => undefined,
  );
  layouts.set(machine.config, layout);
  return layout;
}

/** A panel is narrow: names, actors and events only. */
function bareState({ states, reactions, ...state }: GraphState): GraphState {
  return {
    ...state,
    description: undefined,
    tags: [],
    entry: [],
    exit: [],
    reactions: reactions.map(bareTransition),
    states: states.map(bareState),
  };
}

function bareTransition(transition: GraphTransition): GraphTransition {
  return { ...transition, actions: [] };
}
