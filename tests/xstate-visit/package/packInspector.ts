import { cp, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../src/tooling/projectRoot.ts';
import { runProgram } from '../../programs/runProgram.ts';
import { freshFolder } from '../../server/freshFolder.ts';

/** Builds the inspector's package from a copy of its sources. Resolves to the path of the tarball, in a folder of its own. */
export async function packInspector(): Promise<string> {
  const folder = await freshFolder('xstate-visit-');
  const source = join(folder, 'src/xstate-visit');
  await cp(join(projectRoot, 'src/xstate-visit'), source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  await cp(join(projectRoot, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  await runProgram('npm', ['pack', '--pack-destination', folder], { cwd: source });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  return join(folder, tarball ?? '');
}
