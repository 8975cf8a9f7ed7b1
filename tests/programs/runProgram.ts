import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a program. Resolves to its exit code and its output (stdout and stderr). */
export async function runToEnd(program: string, args: readonly string[], options: RunOptions = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code]: unknown[] = await once(child, 'close');
  return { code, said };
}

/** Runs a program and resolves to its output. Throws if the exit code is not 0. */
export async function runProgram(program: string, args: readonly string[], options?: RunOptions): Promise<string> {
  const { code, said } = await runToEnd(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${said}`);
  return said;
}

/** A user to run PostgreSQL as, which refuses root. Undefined if this process is not root. */
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
