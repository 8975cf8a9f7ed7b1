import { join } from 'node:path';
import { runToEnd } from '../programs/runProgram.ts';
import { COMMON_VARIABLES } from './startServerProcess.ts';

const COMMANDS = join(import.meta.dirname, '../../src/server/commands');

/** Runs one of the operator's commands to its end; gives its exit code and all it wrote. */
export function runCommandLine(
  name: 'audit' | 'backup' | 'catalogue' | 'endSessions' | 'migrate' | 'restore',
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  return runToEnd(process.execPath, [join(COMMANDS, `${name}.ts`), ...args], {
    env: { ...COMMON_VARIABLES, ...variables },
  });
}
