import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { projectRoot } from './projectRoot.ts';

/** Everything that changes what `buildPages` writes into dist. */
const SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'src/tooling/{build,bundle,manifest}*.ts',
  'src/{web,domain,contract,inspector}/**/*.*',
  'machines/*.ts',
];

/** Holds the digest of the sources that dist was built from. The build writes this file last. */
export const digestFile = 'dist/.server/sources.sha256';

/** SHA-256 over the paths and the content of the files that the pages are built from. File dates do not count. */
export function sourcesDigest(root = projectRoot): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).toSorted()) {
    const content = readFileSync(`${root}/${path}`);
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether dist is missing, half written, or built from other sources. */
export function isStale(root = projectRoot): boolean {
  const file = `${root}/${digestFile}`;
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourcesDigest(root);
}
