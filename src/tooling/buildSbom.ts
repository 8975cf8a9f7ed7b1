import { exec } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { projectRoot } from './projectRoot.ts';

const LIST = 'npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only';

/**
 * Writes the bill of materials (CycloneDX): every package of the lock file with its hash, those of development marked.
 * npm's own `--omit dev` leaves out what runs and develops alike, such as react.
 */
export async function buildSbom(path: string): Promise<void> {
  const { stdout } = await promisify(exec)(LIST, { cwd: projectRoot });
  await writeFile(path, stdout);
}
