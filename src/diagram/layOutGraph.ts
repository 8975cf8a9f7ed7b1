import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { arrowLines, stateLines, type TextBlock } from './diagramLines.ts';
import { anywhereWithin, graphArrows, initialDot, type GraphArrow } from './graphArrows.ts';
import { elkDiagram, PADDING, type LabelledArrow, type Texts } from './elkDiagram.ts';
import type { GraphState } from './graphState.ts';
import { statesOf, type MachineGraph } from './machineGraph.ts';
import type { Point } from './roundedPath.ts';

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedState extends Box {
  readonly state: GraphState;
  readonly text: TextBlock;
}

/** A dot where a compound state begins, or the place that stands for all states within one. */
export interface PlacedMark extends Box {
  readonly id: string;
  readonly kind: 'initial' | 'anywhere';
}

export interface PlacedArrow extends GraphArrow {
  readonly points: readonly Point[];
  readonly label: Point & { readonly text: TextBlock };
}

/** A graph with the place of everything in pixels; frames come before what they hold. */
export interface GraphLayout {
  readonly graph: MachineGraph;
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly marks: readonly PlacedMark[];
  readonly arrows: readonly PlacedArrow[];
}

/** Gives every state, arrow and label of a graph its place. The same graph is always laid out the same. */
export async function layOutGraph(graph: MachineGraph): Promise<GraphLayout> {
  const states = statesOf(graph.root);
  const arrows = graphArrows(graph).map(labelled);
  // How wide a frame is shows only when its children stand; its own text is then broken to that width.
  const narrow = await place(new Map(states.map((state) => [state.id, stateLines(state)])));
  const texts = new Map(states.map((state) => [state.id, stateLines(state, frameWidth(state, narrow))]));
  const drawn = await place(texts);
  const boxes = boxesOf(drawn);
  return {
    graph,
    ...boxOf(drawn),
    states: states.flatMap((state) => placed(state.id, { state, text: texts.get(state.id) ?? stateLines(state) })),
    marks: states.flatMap(({ id }) => mark(initialDot(id), 'initial').concat(mark(anywhereWithin(id), 'anywhere'))),
    arrows: arrows.map((arrow, index) => placedArrow(arrow, drawn.edges?.[index])),
  };

  async function place(texts: Texts): Promise<ElkNode> {
    return new ELK().layout(elkDiagram(graph.root, arrows, texts));
  }

  function mark(id: string, kind: PlacedMark['kind']): PlacedMark[] {
    return placed(id, { id, kind });
  }

  function placed<Part>(id: string, part: Part): (Part & Box)[] {
    const box = boxes.get(id);
    return box === undefined ? [] : [{ ...part, ...box }];
  }
}

function labelled(arrow: GraphArrow): LabelledArrow {
  return { ...arrow, text: arrowLines(arrow.transitions) };
}

function placedArrow({ text, ...arrow }: LabelledArrow, edge: ElkExtendedEdge | undefined): PlacedArrow {
  const section = edge?.sections?.[0];
  const label = edge?.labels?.[0];
  return {
    ...arrow,
    points: section === undefined ? [] : [section.startPoint, ...(section.bendPoints ?? []), section.endPoint],
    label: { x: (label?.x ?? 0) + 4, y: (label?.y ?? 0) + 2, text },
  };
}

function frameWidth(state: GraphState, drawn: ElkNode): number | undefined {
  if (state.states.length === 0) return undefined;
  const box = boxesOf(drawn).get(state.id);
  return box === undefined ? undefined : box.width - 2 * PADDING;
}

function boxesOf(drawn: ElkNode): ReadonlyMap<string, Box> {
  return new Map(nodesWithin(drawn).map((node) => [node.id, boxOf(node)]));
}

function nodesWithin(node: ElkNode): readonly ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesWithin)];
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: ElkNode): Box {
  return { x, y, width, height };
}
