import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** Installs packages when this is root on a Debian. */
export async function installOnDebian(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  try {
    await runProgram('apt-get', ['update']);
    await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', ...names]);
  } catch (error) {
    process.stderr.write(`${names.join(', ')} could not be installed: ${String(error)}\n`);
  }
}
