import { expect, test } from 'vitest';
import { layOutGraph, type GraphLayout } from '../../src/diagram/layOutGraph.ts';
import { machineGraph } from '../../src/diagram/machineGraph.ts';
import { loadMachines } from '../../src/tooling/loadMachines.ts';

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const layouts = await Promise.all(
  [...(await loadMachines()).values()].map((machine) => layOutGraph(machineGraph(machine))),
);

test.each(layouts)('in the picture of $graph.id no state or label covers another', (layout) => {
  const boxes = boxesOf(layout);
  const covered = boxes.flatMap((box, index) =>
    boxes.slice(index + 1).flatMap((other) => (meet(box, other) ? [`${box.name} and ${other.name}`] : [])),
  );
  expect(covered).toEqual([]);
});

test.each(layouts)('in the picture of $graph.id no arrow runs through a state or the label of another', (layout) => {
  const crossed = layout.arrows.flatMap(({ id, points }) =>
    boxesOf(layout)
      .filter(({ name }) => name !== id)
      .filter((box) => points.slice(1).some((to, index) => meet(box, line(points[index] ?? to, to))))
      .map(({ name }) => `${id} through ${name}`),
  );
  expect(crossed).toEqual([]);
});

function boxesOf({ states, arrows }: GraphLayout): readonly Box[] {
  const leaves = states.filter(({ state }) => state.states.length === 0);
  const labels = arrows.filter(({ label }) => label.text.lines.length > 0);
  return [
    ...leaves.map(({ state, x, y, width, height }) => ({ name: state.id, x, y, width, height })),
    ...labels.map(({ id, label: { x, y, text } }) => ({ name: id, x, y, width: text.width, height: text.height })),
  ];
}

/** A line as a box a little shorter than itself, since it may touch the states it joins. */
function line(from: { x: number; y: number }, to: { x: number; y: number }): Omit<Box, 'name'> {
  const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)];
  return {
    x: Math.min(from.x, to.x) + 0.5,
    y: Math.min(from.y, to.y) + 0.5,
    width: Math.max(0.01, width - 1),
    height: Math.max(0.01, height - 1),
  };
}

function meet(a: Omit<Box, 'name'>, b: Omit<Box, 'name'>): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
