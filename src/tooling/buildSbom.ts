import { exec } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { projectRoot } from './projectRoot.ts';

const LIST = 'npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only';

/**
 * Writes the bill of materials (CycloneDX): every package of the lock file with its hash; development packages are marked.
 * We do not use npm's `--omit dev`: it also omits packages that both production and development need, such as react.
 */
export async function buildSbom(path: string): Promise<void> {
  const { stdout } = await promisify(exec)(LIST, { cwd: projectRoot });
  await writeFile(path, stdout);
}
