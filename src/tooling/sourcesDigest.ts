import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { projectRoot } from './projectRoot.ts';

/** All files that affect the output of `buildPages`. */
const SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'src/tooling/{build,bundle,manifest}*.ts',
  'src/{web,domain,contract,messages,xstate-visit}/**/*.*',
  'machines/*.ts',
];

/** Contains the digest of the sources of dist. The build writes this file last. */
export const digestFile = 'dist/.server/sources.sha256';

/** SHA-256 over paths and contents of the pages' sources. Ignores file dates. */
export function sourcesDigest(root = projectRoot): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root, exclude: ['src/xstate-visit/dist'] }).toSorted()) {
    const content = readFileSync(`${root}/${path}`);
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether dist is missing, incomplete, or built from different sources. */
export function isStale(root = projectRoot): boolean {
  const file = `${root}/${digestFile}`;
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourcesDigest(root);
}
