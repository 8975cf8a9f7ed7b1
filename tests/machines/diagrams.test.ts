import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Layout } from '../../src/xstate-visit/statechart/layOutStatechart.ts';
import { diagramFiles, layOutMachines } from '../../src/tooling/diagrams.ts';
import { loadMachines } from '../../src/tooling/loadMachines.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';

const OUT_OF_DATE =
  'These charts are new or have changed: run `npm run diagrams` to render them again. If the behaviour of a machine changed, also test the new behaviour in tests/machines/<machine>Machine.test.ts';

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const layouts = await layOutMachines();

test('the saved diagrams match the machines', () => {
  const files = diagramFiles(layouts);
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(stale, OUT_OF_DATE).toEqual([]);

  const saved = globSync('machines/diagrams/*', { cwd: projectRoot });
  expect(
    saved.filter((path) => !files.has(path)),
    'These diagrams belong to no machine: delete them',
  ).toEqual([]);
});

test('the guide to the machines shows each diagram', async () => {
  const guide = read('machines/README.md');
  const machines = [...(await loadMachines()).values()];
  const missing = machines.filter(({ id }) => !guide.includes(`(diagrams/${id}.svg)`)).map(({ id }) => id);
  expect(missing, 'describe these machines in machines/README.md, with their diagrams').toEqual([]);
});

test.each(layouts)('in the diagram of $root.id no state or label overlaps another', (layout) => {
  const boxes = boxesOf(layout);
  const covered = boxes.flatMap((box, index) =>
    boxes.slice(index + 1).flatMap((other) => (meet(box, other) ? [`${box.name} and ${other.name}`] : [])),
  );
  expect(covered).toEqual([]);
});

test.each(layouts)('in the diagram of $root.id no arrow crosses a state or the label of another arrow', (layout) => {
  const crossed = layout.arrows.flatMap(({ name: arrow, points }) =>
    boxesOf(layout)
      .filter(({ name }) => name !== arrow)
      .filter((box) => points.slice(1).some((to, index) => meet(box, line(points[index] ?? to, to))))
      .map(({ name }) => `${arrow} through ${name}`),
  );
  expect(crossed).toEqual([]);
});

function read(path: string): string {
  try {
    return readFileSync(`${projectRoot}/${path}`, 'utf8');
  } catch {
    return '';
  }
}

function boxesOf({ states, arrows }: Layout): readonly Box[] {
  const leaves = states.filter(({ state }) => state.states.length === 0);
  const labels = arrows.filter(({ label }) => label.text.lines.length > 0);
  return [
    ...leaves.map(({ state, x, y, width, height }) => ({ name: state.id, x, y, width, height })),
    ...labels.map(({ name, label: { x, y, text } }) => ({ name, x, y, width: text.width, height: text.height })),
  ];
}

/** The bounding box of a line, slightly shortened because the line may touch the states that it joins. */
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
