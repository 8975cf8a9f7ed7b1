import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/openDatabase.ts';
import { openLogStream } from '../../src/server/output/logStream.ts';
import { findFreePort } from './findFreePort.ts';
import { COMMON_VARIABLES } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

const SERVER = join(import.meta.dirname, '../../src/server');
const LINE = `${'x'.repeat(999)}\n`;
/** More lines than the buffers of the stream and of a pipe hold. */
const LINES = 2000;

/** A file descriptor for standard output: a full disk, or one that cannot be written. */
const OUTPUTS = {
  'on a full disk': () => openSync('/dev/full', 'w'),
  'that is not writable': () => openSync('/dev/null', 'r'),
} as const;

/** Starts a server and waits until it is ready. `output` is its standard output. */
async function startWith(output: number | 'pipe') {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(SERVER, 'main.ts')], {
    cwd: SERVER,
    env: { ...COMMON_VARIABLES, PORT: String(port), DATA_DIR: testFolder() },
    stdio: ['ignore', output, 'pipe'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await wait(20);
  return { child, ended, url };
}

async function request(url: string, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/movie`)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  }
}

describe('reliability 68: a server with a standard output', () => {
  test.each(Object.entries(OUTPUTS))('%s starts, answers and stops', async (_, open) => {
    const output = open();
    const { child, ended, url } = await startWith(output);
    closeSync(output);
    await request(url, 200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('that its reader closes goes on and stops', async () => {
    const { child, ended, url } = await startWith('pipe');
    child.stdout?.destroy();
    await request(url, 200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('reliability 68: a command whose standard output cannot be written', () => {
  test('says so on standard error and exits with 1', async () => {
    const folder = testFolder();
    const database = openDatabase({ dataDirectory: folder });
    await migrate(database, 1);
    await database.db.destroy();
    const output = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(SERVER, 'commands/audit.ts')], {
      cwd: SERVER,
      env: { ...COMMON_VARIABLES, DATA_DIR: folder },
      stdio: ['ignore', output, 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said += String(text)));
    const [code]: unknown[] = await once(child, 'close');
    closeSync(output);
    expect([code, said]).toEqual([
      1,
      'The command is done, but its result cannot be written to standard output (ENOSPC)\n',
    ]);
  });
});

describe('reliability 68: the log stream', () => {
  test('drops lines while nobody reads them, counts them, and writes again afterwards', async () => {
    const path = join(testFolder(), 'unread');
    execFileSync('mkfifo', [path]);
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const stream = openLogStream(pipe);
    for (let line = 0; line < LINES; line += 1) stream.write(LINE);
    expect(stream.countDropped()).toBeGreaterThan(0);
    const dropped = stream.countDropped();
    const chunk = Buffer.alloc(65_536);
    let read = '';
    while (!read.endsWith('the last line\n')) {
      await new Promise(setImmediate);
      read = readChunk(pipe, chunk) || read;
      if (stream.countDropped() === dropped) stream.write('the last line\n');
    }
    await stream.close();
  });

  test('gives up when it closes on an output that cannot be written, and lets go of its descriptor', async () => {
    const output = openSync('/dev/full', 'w');
    const stream = openLogStream(output);
    stream.write('a line\n');
    await stream.close();
    expect(stream.countDropped()).toBe(0);
    expect(() => fstatSync(output)).toThrow('EBADF');
  });
});

/** Reads what a pipe contains; an empty text if it contains nothing. */
function readChunk(pipe: number, chunk: Buffer): string {
  try {
    return chunk.toString('utf8', 0, readSync(pipe, chunk));
  } catch {
    return '';
  }
}
