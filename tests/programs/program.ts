import { existsSync } from 'node:fs';
import { runProgram } from './runProgram.ts';

/** A program that the tests need of a machine beside npm's packages. */
export interface Program {
  /** The package of Debian that brings it. */
  readonly debian: string;
  /** The variable of the environment that names it, where one does. */
  readonly variable?: string;
  /** Its path; undefined when it is missing. Throws when its variable leads nowhere. */
  readonly find: () => string | undefined;
}

/** A program that a variable names, or that is the first of these which is there. */
export function programAt(debian: string, variable: string, known: readonly string[]): Program {
  return { debian, variable, find: () => findNamed(variable) ?? known.find((path) => existsSync(path)) };
}

/** Installs what is missing of these, all by one call, when this is root on a Debian. */
export async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = programs.filter(({ find }) => find() === undefined);
  if (missing.length > 0) await installOnDebian(missing.map(({ debian }) => debian));
}

/** Where a program is. Throws a sentence that says how to get it when it is missing. */
export function pathOf({ debian, variable, find }: Program): string {
  const path = find();
  if (path !== undefined) return path;
  const named = variable === undefined ? '' : ` or set ${variable} to its program`;
  throw new Error(`${debian} was not found on this machine. Install it (apt-get install ${debian})${named}.`);
}

/** Installs packages when this is root on a Debian: all at once, or, where one of them cannot be had, each alone. */
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
  if (!existsSync(path)) throw new Error(`${variable} leads to no program: ${path}`);
  return path;
}
