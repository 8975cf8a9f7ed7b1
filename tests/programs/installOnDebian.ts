import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** Installs packages when this is root on a Debian: all at once, or, where one of them cannot be had, each alone. */
export async function installOnDebian(names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  try {
    await runProgram('apt-get', ['update']);
    await install(names);
  } catch (error) {
    if (names.length > 1) for (const name of names) await installOnDebian([name]);
    else process.stderr.write(`${names.join(', ')} could not be installed: ${String(error)}\n`);
  }
}

async function install(names: readonly string[]): Promise<void> {
  await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', ...names]);
}
