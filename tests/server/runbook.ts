import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { postgres } from '../programs/databases.ts';
import { runProgram } from '../programs/runProgram.ts';

const root = join(import.meta.dirname, '../..');

/** Every variable of the server, empty, which wins over the `.env` that a developer may have. */
const NOT_SET = Object.fromEntries(
  Array.from(readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm), ([, name = '']) => [
    name,
    '',
  ]),
);

/** The commands of the operator's guide that begin with a program, block by block. */
export function runbook(program: string): string {
  const blocks = [...readFileSync(join(root, 'src', 'server', 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)];
  const found = blocks.map(([, commands = '']) => commands).find((commands) => commands.startsWith(program));
  if (found === undefined) throw new Error(`src/server/README.md has no commands that begin with ${program}`);
  return found;
}

/** Follows commands of the README to the letter, in the folder of the product; gives all they wrote. Throws when one fails. */
export function follow(commands: string, variables: Readonly<Record<string, string>>, cwd = root): Promise<string> {
  const PATH = [postgres.find() ?? '', process.env['PATH'] ?? ''].join(delimiter);
  return runProgram('sh', ['-e', '-u', '-c', commands], {
    cwd,
    env: { HOME: process.env['HOME'], ...NOT_SET, ...variables, PATH },
  });
}
