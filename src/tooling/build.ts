import { rm, writeFile } from 'node:fs/promises';
import { projectRoot } from './projectRoot.ts';
import { runTool } from './runTool.ts';
import { digestFile, isStale, sourcesDigest } from './sourcesDigest.ts';

/** Builds the pages into dist if their sources have changed. Loads the build tools only then, because production omits them. */
export async function buildIfStale(): Promise<void> {
  if (isStale()) await build();
}

/** Builds the pages into dist. Writes the digest of their sources last, so an interrupted build stays stale. */
async function build(): Promise<void> {
  // Computed before the build: a source that changes during the build makes the build stale.
  const digest = sourcesDigest();
  const file = `${projectRoot}/${digestFile}`;
  await rm(file, { force: true });
  const { buildPages } = await import('./buildPages.ts');
  await buildPages();
  await writeFile(file, digest);
}

if (import.meta.main) await runTool(build);
