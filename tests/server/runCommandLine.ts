import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMMON_VARIABLES } from './commonVariables.ts';

/** Runs one of the operator's commands to its end; gives its exit code and all it wrote. */
export async function runCommandLine(
  name: 'audit' | 'backup' | 'catalogue' | 'endSessions' | 'migrate' | 'restore',
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly said: string }> {
  const path = fileURLToPath(new URL(`../../src/server/commands/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...COMMON_VARIABLES, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code]: unknown[] = await once(child, 'close');
  return { code, said };
}
