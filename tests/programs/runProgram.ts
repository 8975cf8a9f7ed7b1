import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface RunOptions {
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a program to its end. Throws when it fails, with what it wrote. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${output}`);
  return output;
}

/** The user that may run PostgreSQL, which refuses root; undefined when this process is not root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const uid = Number(await runProgram('id', ['-u', name]));
      const gid = Number(await runProgram('id', ['-g', name]));
      return { uid, gid };
    } catch {
      continue;
    }
  }
  throw new Error('There is no user postgres or nobody to run PostgreSQL as');
}
