import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { diagramFiles, layOutMachines } from './diagramFiles.ts';
import { projectRoot } from './projectRoot.ts';

const FOLDER = `${projectRoot}/machines/diagrams`;

// Lays out all machines first: if one fails, the folder stays unchanged.
const files = diagramFiles(await layOutMachines());
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [path, text] of files) {
  writeFileSync(`${projectRoot}/${path}`, text);
  process.stdout.write(`${path}\n`);
}
