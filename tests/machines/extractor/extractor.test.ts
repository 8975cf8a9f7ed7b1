import { readFileSync } from 'node:fs';
import { extractMachinesFromFile } from '@xstate/machine-extractor';
import { expect, test, vi } from 'vitest';
import { machineGraph, statesWithin, type State } from '../../../src/xstate-visit/statechart/machineGraph.ts';
import { loadMachines } from '../../../src/tooling/loadMachines.ts';
import { projectRoot } from '../../../src/tooling/projectRoot.ts';

const machines = await loadMachines();

// The parser warns about every `params` function, because it omits it.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

test.each([...machines.keys()])(
  'the parser of the Stately extension finds the states and transitions of %s',
  (path) => {
    const graph = machineGraph(machineAt(path));
    const extracted = extractMachinesFromFile(readFileSync(`${projectRoot}/${path}`, 'utf8'))?.machines ?? [];
    expect(extracted).toHaveLength(1);

    const [chart] = extracted;
    const states = chart?.getAllStateNodes().map((state) => [graph.id, ...state.path].join('.'));
    expect(states).toEqual(statesWithin(graph).map(({ id }) => id));

    const arrows = chart
      ?.getTransitionTargets()
      .flatMap(({ fromPath, targetPath }) =>
        targetPath.map(
          (target) => `${[graph.id, ...fromPath].join('.')} -> ${[graph.id, ...(target ?? ['?'])].join('.')}`,
        ),
      );
    expect(arrows?.toSorted()).toEqual(arrowsOf(graph).toSorted());
    expect(chart?.toConfig()).toMatchObject({ id: graph.id });
  },
);

function arrowsOf(root: State): readonly string[] {
  const transitions = statesWithin(root).flatMap((state) => state.transitions);
  return transitions.flatMap(({ source, targets }) => targets.map((target) => `${source} -> ${target}`));
}

function machineAt(path: string) {
  const machine = machines.get(path);
  if (machine === undefined) throw new Error(`There is no machine at ${path}`);
  return machine;
}
