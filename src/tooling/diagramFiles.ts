import { readFileSync } from 'node:fs';
import { drawSvg } from '../diagram/drawSvg.ts';
import { layOutGraph } from '../diagram/layOutGraph.ts';
import { machineGraph } from '../diagram/machineGraph.ts';
import { mermaidText } from '../diagram/mermaidText.ts';
import { loadMachines } from './loadMachines.ts';
import { projectRoot } from './projectRoot.ts';

const GUIDE = 'machines/README.md';

/** Every file that `npm run diagrams` writes, by its path from the root, with its text. */
export async function diagramFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let guide = readFileSync(`${projectRoot}/${GUIDE}`, 'utf8');
  for (const machine of (await loadMachines()).values()) {
    const graph = machineGraph(machine);
    const text = mermaidText(graph);
    files.set(`machines/diagrams/${graph.id}.svg`, drawSvg(await layOutGraph(graph)));
    files.set(`machines/diagrams/${graph.id}.mmd`, text);
    guide = withMermaid(guide, graph.id, text);
  }
  return files.set(GUIDE, guide);
}

function withMermaid(guide: string, id: string, text: string): string {
  const start = `<!-- ${id} as text -->\n`;
  const from = guide.indexOf(start) + start.length;
  const to = guide.indexOf('</details>', from);
  if (from < start.length || to < 0) throw new Error(`${GUIDE} has no place for the ${id} machine: ${start.trim()}`);
  return `${guide.slice(0, from)}\n\`\`\`mermaid\n${text}\`\`\`\n\n${guide.slice(to)}`;
}
