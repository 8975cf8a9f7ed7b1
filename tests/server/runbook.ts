import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { postgres } from '../programs/databases.ts';
import { runProgram } from '../programs/runProgram.ts';

const root = join(import.meta.dirname, '../..');

/** Every variable of the server, set to empty, to override a developer's `.env`. */
const NOT_SET = Object.fromEntries(
  Array.from(readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm), ([, name = '']) => [
    name,
    '',
  ]),
);

/** The first block of commands in the operator's guide that begins with `program`. */
export function runbook(program: string): string {
  const blocks = [...readFileSync(join(root, 'src', 'server', 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)];
  const found = blocks.map(([, commands = '']) => commands).find((commands) => commands.startsWith(program));
  if (found === undefined) throw new Error(`src/server/README.md has no commands that begin with ${program}`);
  return found;
}

/** Runs commands of the README, by default in the root folder, and returns their output. Throws when one fails. */
export function follow(commands: string, variables: Readonly<Record<string, string>>, cwd = root): Promise<string> {
  const PATH = [postgres.find() ?? '', process.env['PATH'] ?? ''].join(delimiter);
  return runProgram('sh', ['-e', '-u', '-c', commands], {
    cwd,
    env: { HOME: process.env['HOME'], ...NOT_SET, ...variables, PATH },
  });
}
