import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../programs/runProgram.ts';

/** The server's sources, and the working directory of the processes, because it contains no `.env` of a developer. */
const SERVER = join(import.meta.dirname, '../../src/server');

/**
 * Variables of every started process, besides those of its test: the path, a locale that does not use Latin digits, and
 * Node's compile cache.
 */
export const COMMON_VARIABLES = {
  PATH: process.env['PATH'],
  LC_ALL: 'ar_EG',
  NODE_COMPILE_CACHE: join(tmpdir(), 'nobar-now-compiled'),
};

/** A running server process. */
export interface ServerProcess {
  /** The URL of the server; rejects with its output when the process exits before it listens. */
  readonly url: Promise<string>;
  /** The URL of the metrics, if they are enabled. */
  readonly metricsUrl: Promise<string>;
  /** The output so far. */
  readonly output: () => string;
  /** The exit code; null when a signal ended the process. */
  readonly ended: Promise<number | null>;
  readonly signal: ChildProcess['kill'];
  /** Sends SIGTERM and waits for the exit; throws unless the exit code is 0. */
  readonly stop: () => Promise<void>;
}

/** Starts src/server/main.ts or dev.ts on a free port; `folder` is the src/server of another checkout. */
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

/** Runs one of the operator's commands and returns its exit code and output. */
export function runCommandLine(
  name: 'audit' | 'backup' | 'catalogue' | 'door' | 'endSessions' | 'migrate' | 'releaseHolds' | 'restore',
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  return runToEnd(process.execPath, [join(SERVER, 'commands', `${name}.ts`), ...args], {
    cwd: SERVER,
    env: { ...COMMON_VARIABLES, ...variables },
  });
}
