import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** A program that the tests need and that npm does not install. */
export interface Program {
  /** The Debian package that contains it. */
  readonly debian: string;
  /** The environment variable that may contain its path. */
  readonly variable?: string;
  /** Its path; undefined when it is missing. Throws when the variable names a file that does not exist. */
  readonly find: () => string | undefined;
}

/** A program at the path in a variable, or at the first of the known paths that exists. */
export function programAt(debian: string, variable: string, known: readonly string[]): Program {
  return { debian, variable, find: () => findNamed(variable) ?? known.find((path) => existsSync(path)) };
}

/** Installs the missing programs by one call. Does nothing unless this process is root on Debian. */
export async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = programs.filter(({ find }) => find() === undefined);
  if (missing.length > 0) await installOnDebian(missing.map(({ debian }) => debian));
}

/** The path of a program. Throws an error that says how to install it when it is missing. */
export function pathOf({ debian, variable, find }: Program): string {
  const path = find();
  if (path !== undefined) return path;
  const named = variable === undefined ? '' : ` or set ${variable} to its program`;
  throw new Error(`${debian} was not found on this machine. Install it (apt-get install ${debian})${named}.`);
}

/** Installs Debian packages by one call. If one of them is not available, installs each by its own call. */
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
