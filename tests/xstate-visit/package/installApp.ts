import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../src/tooling/projectRoot.ts';
import { runProgram } from '../../programs/runProgram.ts';
import { freshFolder } from '../../server/freshFolder.ts';

export interface App {
  /** Versions or ranges of the app's packages besides the inspector's. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Texts of files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Packages of this checkout, from which npm installs an app without its registry. */
export const OFFLINE = Object.fromEntries(
  ['elkjs', 'valibot', 'xstate'].map((name) => [name, `file:${projectRoot}/node_modules/${name}`]),
);

/** The same with the oldest version of XState that the inspector supports. */
export const OFFLINE_OLDEST = { ...OFFLINE, xstate: `file:${projectRoot}/node_modules/xstate-oldest` };

/** Installs the tarball of the inspector into a new app outside the checkout. Resolves to the app's folder. */
export async function installApp(tarball: string, { dependencies, files = {} }: App): Promise<string> {
  const folder = await freshFolder('visited-app-');
  const all = { ...dependencies, 'xstate-visit': `file:${tarball}` };
  await writeFiles(folder, { ...files, 'package.json': JSON.stringify({ type: 'module', dependencies: all }) });
  const args = ['--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
  const isOffline = Object.values(dependencies).every((each) => each.startsWith('file:'));
  await runProgram('npm', ['install', ...args, ...(isOffline ? ['--offline'] : [])], { cwd: folder });
  return folder;
}

/** Writes files into a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
