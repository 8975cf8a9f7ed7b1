import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** A server process as an operator starts it. */
export interface ServerProcess {
  /** Where it listens; rejects with what it wrote when it ends without listening. */
  readonly url: Promise<string>;
  /** What it wrote so far. */
  readonly output: () => string;
  /** Its exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly signal: ChildProcess['kill'];
}

/** Starts src/server/main.ts on a free port with these variables. */
export function startServerProcess(variables: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const url = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const found = /listens on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  url.catch(() => undefined);
  return { url, output: () => output, ended, signal: child.kill.bind(child) };
}
