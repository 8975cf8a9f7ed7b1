import type { ElkLabel, ElkNode } from 'elkjs/lib/elk.bundled.js';
import { stateLines, type TextBlock } from './diagramLines.ts';
import { anywhereWithin, initialDot, type GraphArrow } from './graphArrows.ts';
import type { GraphState } from './graphState.ts';

export type LabelledArrow = GraphArrow & { readonly text: TextBlock };

/** The text of each state, by its id. */
export type Texts = ReadonlyMap<string, TextBlock>;

/** Pixels between the border of a box and its text. */
export const PADDING = 12;
const DOT = 12;
const ANYWHERE = { width: 74, height: 24 };

const diagramOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
} as const;

const frameOptions = {
  'elk.alignment': 'TOP',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '12',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
} as const;

/** A statechart as the layout engine takes it: sizes and what is joined to what. */
export function elkDiagram(root: GraphState, arrows: readonly LabelledArrow[], texts: Texts): ElkNode {
  return {
    id: 'diagram',
    layoutOptions: { ...diagramOptions, ...frameOptions },
    children: [elkNode(root, texts, new Set(arrows.map(({ from }) => from)))],
    edges: arrows.map(({ id, from, to, text }) => ({ id, sources: [from], targets: [to], labels: elkLabels(text) })),
  };
}

function elkNode(state: GraphState, texts: Texts, starts: ReadonlySet<string>): ElkNode {
  const { width, height } = texts.get(state.id) ?? stateLines(state);
  const size = { width: width + 2 * PADDING, height: height + 2 * PADDING };
  if (state.states.length === 0) return { id: state.id, ...size };
  return {
    id: state.id,
    layoutOptions: { ...frameOptions, 'elk.padding': `[top=${size.height + 4},left=20,bottom=20,right=20]` },
    children: [
      ...(state.initial === undefined ? [] : [{ id: initialDot(state.id), width: DOT, height: DOT }]),
      ...(starts.has(anywhereWithin(state.id)) ? [{ id: anywhereWithin(state.id), ...ANYWHERE }] : []),
      ...state.states.map((child) => elkNode(child, texts, starts)),
    ],
  };
}

function elkLabels({ lines, width, height }: TextBlock): ElkLabel[] {
  const [first] = lines;
  if (first === undefined) return [];
  // A label without any text would get no room.
  const size = { width: width + 8, height: height + 4 };
  return [{ text: first.text, ...size, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }];
}
