import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { graphState, type GraphState } from './graphState.ts';
import { graphTransitions, isReaction, type GraphTransition } from './graphTransitions.ts';

/** A statechart as data: what a diagram, a text or a panel shows of a machine. */
export interface MachineGraph {
  readonly id: string;
  /** The machine itself is the outermost state. */
  readonly root: GraphState;
  /** Transitions that lead to a state, `always` included; those that stay are `reactions` of their state. */
  readonly transitions: readonly GraphTransition[];
}

/** Reads a machine as it is, without starting it. Equal machines give equal graphs, in the order of their source. */
export function machineGraph(machine: AnyStateMachine): MachineGraph {
  const transitions = statesWithin(machine.root).flatMap((node) =>
    transitionsOf(node).flatMap((siblings) => graphTransitions(siblings, node, machine)),
  );
  return {
    id: machine.id,
    root: graphState(machine.root, transitions),
    transitions: transitions.filter((transition) => !isReaction(transition)),
  };
}

/** Every state of a graph, the machine itself first, in document order. */
export function statesOf(state: GraphState): readonly GraphState[] {
  return [state, ...state.states.flatMap((child) => statesOf(child))];
}

function statesWithin(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => statesWithin(child))];
}

function transitionsOf(node: AnyStateNode): readonly (readonly AnyTransitionDefinition[])[] {
  return [...node.transitions.values(), ...(node.always === undefined ? [] : [node.always])];
}
