import { mkdirSync, writeFileSync } from 'node:fs';
import { diagramFiles } from './diagramFiles.ts';
import { projectRoot } from './projectRoot.ts';

mkdirSync(`${projectRoot}/machines/diagrams`, { recursive: true });
for (const [path, text] of await diagramFiles()) {
  writeFileSync(`${projectRoot}/${path}`, text);
  process.stdout.write(`${path}\n`);
}
