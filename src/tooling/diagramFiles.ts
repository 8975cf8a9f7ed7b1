import { drawSvg } from '../diagram/drawSvg.ts';
import { layOutGraph } from '../diagram/layOutGraph.ts';
import { machineGraph } from '../diagram/machineGraph.ts';
import { loadMachines } from './loadMachines.ts';

/** Every file that `npm run diagrams` writes, by its path from the root, with its text. */
export async function diagramFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const machine of (await loadMachines()).values()) {
    files.set(`machines/diagrams/${machine.id}.svg`, drawSvg(await layOutGraph(machineGraph(machine))));
  }
  return files;
}
