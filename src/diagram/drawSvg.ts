import { lettering, type TextBlock } from './diagramLines.ts';
import { diagramStyle } from './diagramStyle.ts';
import { roundedPath } from './roundedPath.ts';
import type { GraphLayout, PlacedArrow, PlacedMark, PlacedState } from './layOutGraph.ts';

/** The picture of a machine, complete in itself: background, type, colours for light and dark, title and description. */
export function drawSvg(layout: GraphLayout): string {
  const { graph, states, marks, arrows } = layout;
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const frames = states.filter(({ state }) => state.states.length > 0);
  const boxes = states.filter(({ state }) => state.states.length === 0);
  const names = states.slice(1).map(({ state }) => state.id.replace(`${graph.id}.`, ''));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">The ${escape(graph.id)} machine</title>`,
    `<desc id="description">A statechart. States: ${escape(names.join(', '))}.</desc>`,
    `<style>${diagramStyle}</style>`,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}" rx="12"/>`,
    ...frames.map(drawState),
    ...arrows.map(drawLine),
    ...boxes.map(drawState),
    ...frames.map(({ text, x, y }) => `<g class="header">${drawText(text, x + 12, y + 11)}</g>`),
    ...marks.map(drawMark),
    ...arrows.map(drawLabel),
    '</svg>',
  ].join('\n')}\n`;
}

function drawState({ state, text, ...box }: PlacedState): string {
  const kind = state.states.length === 0 ? state.kind : `frame ${state.kind}`;
  const inner = { x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8 };
  return [
    `<g class="state ${kind}" data-state="${escape(state.id)}">`,
    `<title>${escape(state.id)}</title>`,
    `<rect ${placeOf(box)} rx="9"/>`,
    ...(state.kind === 'final' ? [`<rect class="inner" ${placeOf(inner)} rx="6"/>`] : []),
    ...(state.states.length === 0 ? [drawText(text, box.x + 12, box.y + 11)] : []),
    '</g>',
  ].join('');
}

function drawMark({ kind, ...box }: PlacedMark): string {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (kind === 'initial') return `<circle class="initial" cx="${round(x)}" cy="${round(y)}" r="${box.width / 2}"/>`;
  return `<g class="anywhere"><rect ${placeOf(box)} rx="12"/><text x="${round(x)}" y="${round(y + 4)}" text-anchor="middle">any state</text></g>`;
}

function drawLine({ points, transitions }: PlacedArrow): string {
  const ids = transitions.map(({ id }) => id).join(' ');
  return `<path class="arrow" data-transitions="${escape(ids)}" d="${roundedPath(points)}" marker-end="url(#head)"/>`;
}

function drawLabel({ label: { x, y, text }, transitions }: PlacedArrow): string {
  if (text.lines.length === 0) return '';
  const ids = transitions.map(({ id }) => id).join(' ');
  const box = { x: x - 3, y: y - 1, width: text.width + 6, height: text.height + 3 };
  return `<g class="label" data-transitions="${escape(ids)}"><rect ${placeOf(box)} rx="4"/>${drawText(text, x, y)}</g>`;
}

function drawText({ lines }: TextBlock, left: number, top: number): string {
  return lines
    .map(
      ({ role, text, y }) =>
        `<text class="${role}" x="${round(left)}" y="${round(top + y)}" font-size="${lettering[role].size}">${escape(text)}</text>`,
    )
    .join('');
}

function placeOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
