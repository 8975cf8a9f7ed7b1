import type { ElkNode } from 'elkjs/lib/elk.bundled.js';
import { groupBy } from '../recording/groupBy.ts';
import { ELK } from './elk.ts';
import { statesWithin, type State } from './machineGraph.ts';
import { arrowText, isReaction, stateBlock, type TextBlock } from './textBlock.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedState extends Box {
  readonly state: State;
  readonly text: TextBlock;
}

/** An arrow between two states. Transitions with the same ends share one arrow. */
export interface PlacedArrow {
  readonly name: string;
  readonly points: readonly Point[];
  readonly label: Point & { readonly text: TextBlock };
}

/** The positions of all parts of a diagram, in pixels. A frame comes before its children. */
export interface Layout {
  readonly root: State;
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  /** Dots that mark the initial states of compound states. */
  readonly initials: readonly Box[];
  /** Boxes with the text “any state”. The arrows from a compound state to its own children begin there. */
  readonly anywheres: readonly Box[];
  readonly arrows: readonly PlacedArrow[];
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: TextBlock;
}

const PADDING = 12;
const DOT = { width: 12, height: 12 };
const ANYWHERE = { width: 74, height: 24 };

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
};

const diagramOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  ...frameOptions,
};

/** Computes the positions of all states, arrows and labels. Deterministic. */
export async function layOutStatechart(root: State): Promise<Layout> {
  const states = statesWithin(root);
  const arrows = arrowsOf(states);
  const starts = new Set(arrows.map(({ from }) => from));
  // The first layout finds the width of each frame. The second wraps the text of the frame to that width.
  const narrow = boxesOf(await place(new Map(states.map((state) => [state.id, stateBlock(state)]))));
  const texts = new Map(states.map((state) => [state.id, stateBlock(state, frameWidth(state))]));
  const placed = await place(texts);
  const boxes = boxesOf(placed);
  return {
    root,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    states: states.flatMap((state) => {
      const [box, text] = [boxes.get(state.id), texts.get(state.id)];
      return box === undefined || text === undefined ? [] : [{ ...box, state, text }];
    }),
    initials: states.flatMap(({ id }) => boxes.get(initialOf(id)) ?? []),
    anywheres: states.flatMap(({ id }) => boxes.get(anywhereIn(id)) ?? []),
    arrows: arrows.map(({ from, to, text }, index) => {
      const edge = placed.edges?.[index];
      const [section, label] = [edge?.sections?.[0], edge?.labels?.[0]];
      return {
        name: `${from} to ${to}`,
        points: section === undefined ? [] : [section.startPoint, ...(section.bendPoints ?? []), section.endPoint],
        label: { x: (label?.x ?? 0) + 4, y: (label?.y ?? 0) + 2, text },
      };
    }),
  };

  function place(blocks: ReadonlyMap<string, TextBlock>): Promise<ElkNode> {
    return new ELK().layout({
      id: 'diagram',
      layoutOptions: diagramOptions,
      children: [nodeOf(root, blocks)],
      edges: arrows.map(({ from, to, text: { lines, width, height } }, index) => ({
        id: String(index),
        sources: [from],
        targets: [to],
        labels: lines.slice(0, 1).map(({ text }) => ({
          // elkjs reserves no space for a label without text.
          text,
          width: width + 8,
          height: height + 4,
          layoutOptions: { 'elk.edgeLabels.inline': 'true' },
        })),
      })),
    });
  }

  function nodeOf(state: State, blocks: ReadonlyMap<string, TextBlock>): ElkNode {
    const { width, height } = blocks.get(state.id) ?? stateBlock(state);
    const size = { width: width + 2 * PADDING, height: height + 2 * PADDING };
    if (state.states.length === 0) return { id: state.id, ...size };
    return {
      id: state.id,
      layoutOptions: { ...frameOptions, 'elk.padding': `[top=${size.height + 4},left=20,bottom=20,right=20]` },
      children: [
        ...(state.initial === '' ? [] : [{ id: initialOf(state.id), ...DOT }]),
        ...(starts.has(anywhereIn(state.id)) ? [{ id: anywhereIn(state.id), ...ANYWHERE }] : []),
        ...state.states.map((child) => nodeOf(child, blocks)),
      ],
    };
  }

  function frameWidth(state: State): number | undefined {
    const box = state.states.length === 0 ? undefined : narrow.get(state.id);
    return box && box.width - 2 * PADDING;
  }
}

function arrowsOf(states: readonly State[]): readonly Arrow[] {
  const leading = states.flatMap(({ transitions }) => transitions).filter((transition) => !isReaction(transition));
  // A state with its own id does not show its ancestors in that id.
  const within = new Map(states.map((state) => [state.id, new Set(statesWithin(state).map(({ id }) => id))]));
  const isWithin = (id: string, ancestor: string) => id !== ancestor && within.get(ancestor)?.has(id) === true;
  /** The boxes at both ends of an arrow. */
  const endsOf = (source: string, target: string) => ({
    from: isWithin(target, source) ? anywhereIn(source) : source,
    to: isWithin(source, target) ? initialOf(target) : target,
  });
  // A transition with several targets has an arrow to each.
  const pairs = leading.flatMap((transition) =>
    transition.targets.map((target) => ({ transition, ends: endsOf(transition.source, target) })),
  );
  const shared = groupBy(pairs, ({ ends }) => JSON.stringify(ends));
  return [
    ...states.flatMap(({ id, initial }) =>
      initial === '' ? [] : [{ from: initialOf(id), to: initial, text: arrowText([]) }],
    ),
    ...[...shared.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first.ends, text: arrowText([first, ...others].map(({ transition }) => transition)) }],
    ),
  ];
}

function initialOf(stateId: string): string {
  return `${stateId}#initial`;
}

function anywhereIn(stateId: string): string {
  return `${stateId}#anywhere`;
}

function boxesOf(node: ElkNode, boxes = new Map<string, Box>()): ReadonlyMap<string, Box> {
  const { id, x = 0, y = 0, width = 0, height = 0, children = [] } = node;
  boxes.set(id, { x, y, width, height });
  for (const child of children) boxesOf(child, boxes);
  return boxes;
}
