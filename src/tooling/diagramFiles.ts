import { drawSvg } from '../diagram/drawSvg.ts';
import { layOutGraph, type GraphLayout } from '../diagram/layOutGraph.ts';
import { machineGraph } from '../diagram/machineGraph.ts';
import { loadMachines } from './loadMachines.ts';

/** Where everything stands in the picture of each machine. */
export async function layOutMachines(): Promise<readonly GraphLayout[]> {
  return Promise.all([...(await loadMachines()).values()].map((machine) => layOutGraph(machineGraph(machine))));
}

/** Every file that `npm run diagrams` writes, by its path from the root, with its text. */
export function diagramFiles(layouts: readonly GraphLayout[]): ReadonlyMap<string, string> {
  return new Map(layouts.map((layout) => [`machines/diagrams/${layout.graph.id}.svg`, drawSvg(layout)]));
}
