import { drawStatechart } from '../inspector/statechart/drawStatechart.ts';
import { layOutStatechart, type Layout } from '../inspector/statechart/layOutStatechart.ts';
import { machineGraph } from '../inspector/statechart/machineGraph.ts';
import { statechartStyle } from '../inspector/statechart/statechartStyle.ts';
import { loadMachines } from './loadMachines.ts';

/** Where everything stands in the picture of each machine. */
export async function layOutMachines(): Promise<readonly Layout[]> {
  return Promise.all([...(await loadMachines()).values()].map((machine) => layOutStatechart(machineGraph(machine))));
}

/** Every file that `npm run diagrams` writes, by its path from the root, with its text. */
export function diagramFiles(layouts: readonly Layout[]): ReadonlyMap<string, string> {
  return new Map(
    layouts.map((layout) => {
      const { id } = layout.root;
      const drawing = { id, label: `Statechart of the ${id} machine`, style: statechartStyle };
      return [`machines/diagrams/${id}.svg`, drawStatechart(layout, drawing)];
    }),
  );
}
