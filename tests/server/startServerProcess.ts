import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../programs/runProgram.ts';

/** Also the working directory of the processes: a folder without the `.env` that a developer may have. */
const SERVER = join(import.meta.dirname, '../../src/server');

/**
 * The variables that every started process is given beside those its test names: where programs are, a locale with digits of its
 * own, and what Node compiled for the process before.
 */
export const COMMON_VARIABLES = {
  PATH: process.env['PATH'],
  LC_ALL: 'ar_EG',
  NODE_COMPILE_CACHE: join(tmpdir(), 'nobar-now-compiled'),
};

/** A server process as an operator starts it. */
export interface ServerProcess {
  /** Where it listens; rejects with what it wrote when it ends without listening. */
  readonly url: Promise<string>;
  /** Where it serves its metrics, when it is to. */
  readonly metricsUrl: Promise<string>;
  /** The text it wrote so far. */
  readonly output: () => string;
  /** Its exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly signal: ChildProcess['kill'];
  /** Ends it as an operator does; throws when it does not end well. */
  readonly stop: () => Promise<void>;
}

/** Starts src/server/main.ts, or what developers start, on a free port with these variables; of another checkout, where its folder is named. */
export function startServerProcess(
  variables: Readonly<Record<string, string>>,
  entry: 'main.ts' | 'dev.ts' = 'main.ts',
  folder = SERVER,
): ServerProcess {
  const child = spawn(process.execPath, [`${folder}/${entry}`], {
    cwd: folder,
    env: { ...COMMON_VARIABLES, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const listeners: (() => void)[] = [];
  const read = (text: string) => {
    output += text;
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const wrote = (message: RegExp) => {
    const found = new Promise<string>((resolve, reject) => {
      listeners.push(() => {
        const match = message.exec(output)?.[1];
        if (match !== undefined) resolve(match);
      });
      void ended.then(() => reject(new Error(`The server ended: ${output}`)));
    });
    found.catch(() => undefined);
    return found;
  };
  const url = wrote(/listens on (http:\S+)/);
  const metricsUrl = wrote(/read at (http:\S+)/);
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`The server ended with ${code}: ${output}`);
  };
  return { url, metricsUrl, output: () => output, ended, signal: child.kill.bind(child), stop };
}

/** Runs one of the operator's commands to its end; gives its exit code and all it wrote. */
export function runCommandLine(
  name: 'audit' | 'backup' | 'catalogue' | 'endSessions' | 'migrate' | 'restore',
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  return runToEnd(process.execPath, [join(SERVER, 'commands', `${name}.ts`), ...args], {
    cwd: SERVER,
    env: { ...COMMON_VARIABLES, ...variables },
  });
}
