import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagramFiles } from '../../src/tooling/diagramFiles.ts';
import { loadMachines } from '../../src/tooling/loadMachines.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';

const OUT_OF_DATE = 'The diagrams are not those of the machines: run `npm run diagrams` and commit what it writes';

test('the diagrams kept beside the machines are those of the machines', { timeout: 60_000 }, async () => {
  const files = await diagramFiles();
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(stale, OUT_OF_DATE).toEqual([]);

  const kept = globSync('machines/diagrams/*', { cwd: projectRoot });
  expect(
    kept.filter((path) => !files.has(path)),
    'These diagrams have no machine: delete them',
  ).toEqual([]);
});

test('the guide to the machines shows each diagram', async () => {
  const guide = read('machines/README.md');
  const machines = [...(await loadMachines()).values()];
  expect(machines.filter(({ id }) => !guide.includes(`(diagrams/${id}.svg)`)).map(({ id }) => id)).toEqual([]);
});

function read(path: string): string {
  try {
    return readFileSync(`${projectRoot}/${path}`, 'utf8');
  } catch {
    return '';
  }
}
