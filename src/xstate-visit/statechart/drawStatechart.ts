import type { Layout, PlacedArrow, PlacedState } from './layOutStatechart.ts';
import type { State } from './machineGraph.ts';
import { lettering, type TextBlock } from './textBlock.ts';

interface Drawing {
  /** Accessible name of the diagram. */
  readonly label: string;
  /** Prefix that makes the diagram's element ids unique in the document. */
  readonly id: string;
  /** Ids of the states to highlight. */
  readonly activeIds?: readonly string[];
  /** Stylesheet for a diagram in its own file. */
  readonly style?: string;
  /** Size relative to the layout. */
  readonly zoom?: number;
}

/** Renders a layout as SVG text and escapes all texts. Class names let a stylesheet define the appearance. */
export function drawStatechart(layout: Layout, { label, id, activeIds = [], style = '', zoom = 1 }: Drawing): string {
  const { width, height, states, initials, anywheres, arrows } = layout;
  const head = `${id}-head`;
  const frames = states.filter(isFrame);
  const boxes = states.filter((state) => !isFrame(state));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" class="statechart" width="${width * zoom}" height="${height * zoom}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    `<defs><marker id="${head}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>`,
    ...frames.map((state) => drawBox(state, layout.root, activeIds)),
    ...arrows.map(({ points }) => `<polyline class="arrow" points="${pairs(points)}" marker-end="url(#${head})"/>`),
    ...boxes.map((state) => drawBox(state, layout.root, activeIds)),
    ...frames.map(({ text, x, y }) => `<g class="header">${drawText(text, x + 12, y + 11)}</g>`),
    ...initials.map(
      ({ x, y, width: size }) => `<circle class="head" cx="${x + size / 2}" cy="${y + size / 2}" r="${size / 2}"/>`,
    ),
    ...anywheres.map(
      (box) => `<g class="anywhere">${rectangle(box)}<text x="${box.x + 8}" y="${box.y + 16}">any state</text></g>`,
    ),
    ...arrows.map(drawLabel),
    '</svg>',
  ].join('\n')}\n`;
}

function isFrame({ state }: PlacedState): boolean {
  return state.states.length > 0;
}

function drawBox(placed: PlacedState, root: State, activeIds: readonly string[]): string {
  const { state, text, x, y, width, height } = placed;
  const kind = [isFrame(placed) ? 'frame' : 'box', state.kind, ...(activeIds.includes(state.id) ? ['active'] : [])];
  return [
    `<g class="state ${kind.join(' ')}">`,
    // XState's id of a machine without its own id says nothing.
    `<title>${escape(state === root ? root.key : state.id.replace(`${root.id}.`, `${root.key}.`))}</title>`,
    rectangle(placed),
    ...(state.kind === 'final' ? [rectangle({ x: x + 4, y: y + 4, width: width - 8, height: height - 8 })] : []),
    ...(isFrame(placed) ? [] : [drawText(text, x + 12, y + 11)]),
    '</g>',
  ].join('');
}

function drawLabel({ label: { x, y, text } }: PlacedArrow): string {
  if (text.lines.length === 0) return '';
  const ground = { x: x - 3, y: y - 1, width: text.width + 6, height: text.height + 3 };
  return `<g class="label">${rectangle(ground)}${drawText(text, x, y)}</g>`;
}

function drawText({ lines }: TextBlock, left: number, top: number): string {
  return lines
    .map(({ role, text, y }) => {
      const position = `x="${round(left)}" y="${round(top + y)}" font-size="${lettering[role].size}"`;
      return `<text class="${role}" ${position}>${escape(text)}</text>`;
    })
    .join('');
}

function rectangle({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="8"/>`;
}

function pairs(points: PlacedArrow['points']): string {
  return points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
