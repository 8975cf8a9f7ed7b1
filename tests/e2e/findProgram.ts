import { existsSync } from 'node:fs';

/** The program that a variable of the environment names, or the first of these that is there. Throws when the variable leads nowhere. */
export function findProgram(variable: string, known: readonly string[]): string | undefined {
  const asked = process.env[variable] ?? '';
  if (asked === '') return known.find((path) => existsSync(path));
  if (!existsSync(asked)) throw new Error(`${variable} leads to no program: ${asked}`);
  return asked;
}
