import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machineGraph } from '../diagram/machineGraph.ts';
import { mermaidText } from '../diagram/mermaidText.ts';
import { diagramFiles, layOutMachines } from './diagramFiles.ts';
import { loadMachines } from './loadMachines.ts';
import { projectRoot } from './projectRoot.ts';

const { mermaid } = parseArgs({ options: { mermaid: { type: 'string' } } }).values;

if (mermaid === undefined) await writeDiagrams();
else await printMermaid(mermaid);

async function writeDiagrams(): Promise<void> {
  mkdirSync(`${projectRoot}/machines/diagrams`, { recursive: true });
  for (const [path, text] of diagramFiles(await layOutMachines())) {
    writeFileSync(`${projectRoot}/${path}`, text);
    process.stdout.write(`${path}\n`);
  }
}

async function printMermaid(id: string): Promise<void> {
  const machines = [...(await loadMachines()).values()];
  const machine = machines.find((each) => each.id === id);
  if (machine === undefined) {
    process.stderr.write(`There is no machine ${id}, only ${machines.map((each) => each.id).join(', ')}\n`);
    process.exitCode = 1;
  } else process.stdout.write(mermaidText(machineGraph(machine)));
}
