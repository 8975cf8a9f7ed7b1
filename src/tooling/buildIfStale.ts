import { globSync, statSync } from 'node:fs';
import { projectRoot } from './projectRoot.ts';

const BUILT = 'dist/index.html';
const SOURCES = [
  'index.html',
  'package.json',
  'vite.config.ts',
  'src/tooling/bundle.ts',
  'src/{web,domain,contract,inspector}/**/*',
  'machines/**/*',
];

/** Builds the pages into dist unless they are newer than everything they are made of. */
export async function buildIfStale(): Promise<void> {
  const builtAt = statSync(`${projectRoot}/${BUILT}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(SOURCES, { cwd: projectRoot });
  if (sources.every((path) => statSync(`${projectRoot}/${path}`).mtimeMs <= builtAt)) return;
  const { buildPages } = await import('./buildPages.ts');
  await buildPages();
}
