import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** A program that the tests need and npm does not install. */
export interface Program {
  /** Name of its Debian package. */
  readonly debian: string;
  /** The environment variable with its path. */
  readonly variable?: string;
  /** Returns its path, undefined if it is missing. Throws if the environment variable names a missing file. */
  readonly find: () => string | undefined;
}

/** A program at the path in an environment variable, otherwise at the first existing of the known paths. */
export function programAt(debian: string, variable: string, known: readonly string[]): Program {
  return { debian, variable, find: () => findNamed(variable) ?? known.find((path) => existsSync(path)) };
}

/** Installs the missing programs, if this process is root on Debian. */
export async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = programs.filter(({ find }) => find() === undefined);
  if (missing.length > 0) await installOnDebian(missing.map(({ debian }) => debian));
}

/** The path of a program. Throws an error that says how to install it if it is missing. */
export function pathOf({ debian, variable, find }: Program): string {
  const path = find();
  if (path !== undefined) return path;
  const named = variable === undefined ? '' : ` or set ${variable} to its program`;
  throw new Error(`${debian} was not found on this machine. Install it (apt-get install ${debian})${named}.`);
}

/** Installs packages, if this process is root on Debian. If that fails, installs each package separately. */
async function installOnDebian(names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  try {
    await runProgram('apt-get', ['update']);
    await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', ...names]);
  } catch (error) {
    if (names.length > 1) for (const name of names) await installOnDebian([name]);
    else process.stderr.write(`${names.join(', ')} could not be installed: ${String(error)}\n`);
  }
}

function findNamed(variable: string): string | undefined {
  const path = process.env[variable] ?? '';
  if (path === '') return undefined;
  if (!existsSync(path)) throw new Error(`${variable} names a missing file: ${path}`);
  return path;
}
