import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { diagramFiles, layOutMachines } from './diagramFiles.ts';
import { projectRoot } from './projectRoot.ts';

const FOLDER = `${projectRoot}/machines/diagrams`;

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [path, text] of diagramFiles(await layOutMachines())) {
  writeFileSync(`${projectRoot}/${path}`, text);
  process.stdout.write(`${path}\n`);
}
