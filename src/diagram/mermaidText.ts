import { arrowLines, stateLines, type TextBlock } from './diagramLines.ts';
import { anywhereWithin, graphArrows, initialDot } from './graphArrows.ts';
import type { GraphState } from './graphState.ts';
import { statesOf, type MachineGraph } from './machineGraph.ts';

/**
 * A machine as a Mermaid flowchart. Mermaid's own state diagrams draw no arrows between states of different parents,
 * which these machines have.
 */
export function mermaidText(graph: MachineGraph): string {
  const arrows = graphArrows(graph);
  const starts = new Set(arrows.map(({ from }) => from));
  const lines = arrows.map(({ from, to, transitions }) => {
    const label = labelText(arrowLines(transitions, Infinity));
    return `  ${nameOf(from)} -->${label === '' ? '' : `|"${label}"|`} ${nameOf(to)}`;
  });
  const parallel = statesOf(graph.root).filter(({ kind }) => kind === 'parallel');
  const styles = parallel.map(({ id }) => `  style ${nameOf(id)} stroke-dasharray: 6 4`);
  return `${['flowchart TD', ...nodeLines(graph.root, starts, '  '), ...lines, ...styles].join('\n')}\n`;
}

function nodeLines(state: GraphState, starts: ReadonlySet<string>, indent: string): readonly string[] {
  const label = labelText(stateLines(state, Infinity));
  if (state.kind === 'final') return [`${indent}${nameOf(state.id)}[["${label}"]]`];
  if (state.states.length === 0) return [`${indent}${nameOf(state.id)}("${label}")`];
  const [initial, anywhere] = [initialDot(state.id), anywhereWithin(state.id)];
  return [
    `${indent}subgraph ${nameOf(state.id)}["${label}"]`,
    ...(starts.has(initial) ? [`${indent}  ${nameOf(initial)}(("#9679;"))`] : []),
    ...(starts.has(anywhere) ? [`${indent}  ${nameOf(anywhere)}(["any state"])`] : []),
    ...state.states.flatMap((child) => nodeLines(child, starts, `${indent}  `)),
    `${indent}end`,
  ];
}

function nameOf(id: string): string {
  return id.replaceAll(/\W/g, '_');
}

function labelText({ lines }: TextBlock): string {
  return lines.map(({ text }) => text.replaceAll('#', '#35;').replaceAll('"', '#quot;')).join('<br>');
}
