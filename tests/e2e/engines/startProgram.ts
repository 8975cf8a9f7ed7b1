import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Program {
  /** The first group of `ready` in the program's output. */
  readonly announced: string;
  readonly stop: () => Promise<void>;
}

/** Starts a program and resolves when its output matches `ready`. Rejects with the output if the program ends first. */
export async function startProgram(
  path: string,
  args: readonly string[],
  { ready, env = {} }: { readonly ready?: RegExp; readonly env?: Readonly<Record<string, string>> },
): Promise<Program> {
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  const announced = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const match = ready?.exec(output)?.[1];
      if (match !== undefined) resolve(match);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    if (ready === undefined) child.once('spawn', () => resolve(''));
    ended.then(() => reject(new Error(`${path} ended: ${output}`)), reject);
  });
  return {
    announced,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
