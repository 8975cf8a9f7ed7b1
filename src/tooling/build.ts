import { rm, writeFile } from 'node:fs/promises';
import { projectRoot } from './projectRoot.ts';
import { runTool } from './runTool.ts';
import { digestFile, isStale, sourcesDigest } from './sourcesDigest.ts';

/** Builds the pages into dist unless dist was built from the same sources. Loads no build tool when there is nothing to build. */
export async function buildIfStale(): Promise<void> {
  if (isStale()) await build();
}

/** Builds the pages into dist, and writes the digest of their sources last: a build that is cut short stays stale. */
async function build(): Promise<void> {
  // A source that changes during the build makes the build stale.
  const digest = sourcesDigest();
  const file = `${projectRoot}/${digestFile}`;
  await rm(file, { force: true });
  const { buildPages } = await import('./buildPages.ts');
  await buildPages();
  await writeFile(file, digest);
}

if (import.meta.main) await runTool(build);
