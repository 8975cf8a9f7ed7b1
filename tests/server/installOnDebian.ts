import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** Installs a package when this is root on a Debian. */
export async function installOnDebian(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  try {
    await runProgram('apt-get', ['update']);
    await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', name]);
  } catch (error) {
    process.stderr.write(`${name} could not be installed: ${String(error)}\n`);
  }
}
