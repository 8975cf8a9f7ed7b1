import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { drawStatechart, layOutStatechart, machineGraph, type Layout } from 'xstate-visit/statechart';
import { loadMachines } from './loadMachines.ts';
import { projectRoot } from './projectRoot.ts';

const FOLDER = 'machines/diagrams';

/** Computes the diagram layout of every machine. */
export async function layOutMachines(): Promise<readonly Layout[]> {
  return Promise.all([...(await loadMachines()).values()].map((machine) => layOutStatechart(machineGraph(machine))));
}

/** The files that `npm run diagrams` writes: content by path from the project's root. */
export function diagramFiles(layouts: readonly Layout[]): ReadonlyMap<string, string> {
  const style = readFileSync(`${projectRoot}/src/xstate-visit/statechart/statechart.css`, 'utf8').replaceAll(
    /\s+/g,
    ' ',
  );
  return new Map(
    layouts.map((layout) => {
      const { id } = layout.root;
      const drawing = { id, label: `Statechart of the ${id} machine`, style };
      return [`${FOLDER}/${id}.svg`, drawStatechart(layout, drawing)];
    }),
  );
}

/** Writes the diagrams. If the layout of a machine fails, the folder stays unchanged. */
async function writeDiagrams(): Promise<void> {
  const files = diagramFiles(await layOutMachines());
  rmSync(`${projectRoot}/${FOLDER}`, { recursive: true, force: true });
  mkdirSync(`${projectRoot}/${FOLDER}`, { recursive: true });
  for (const [path, text] of files) {
    writeFileSync(`${projectRoot}/${path}`, text);
    process.stdout.write(`${path}\n`);
  }
}

if (import.meta.main) await writeDiagrams();
