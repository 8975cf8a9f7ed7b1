import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Check } from './fault.ts';

const LIMIT_SECONDS = 120;

/** The outcome of a check: how many tests passed, and what failed first, if anything did. */
export interface Outcome {
  readonly passed: number;
  readonly failed: string | undefined;
  readonly seconds: number;
}

const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    testResults: v.array(
      v.object({
        message: v.string(),
        assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
      }),
    ),
  }),
);

/** Runs a check in a copy of the sources. Whatever it has started is ended with it, at the latest by the time limit. */
export async function runCheck(
  folder: string,
  { project, file, only }: Check,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const narrowed = only === undefined ? [] : ['--testNamePattern', RegExp.escape(only)];
  const options = [`--project=${project}`, '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`];
  const began = performance.now();
  // A group of its own, so that a worker that never comes to an end can be ended.
  const child = spawn(process.execPath, [vitest, 'run', file, ...options, ...narrowed], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  });
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  interrupted.addEventListener('abort', end);
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    end();
  }, LIMIT_SECONDS * 1000);
  const [code]: unknown[] = await once(child, 'exit');
  clearTimeout(limit);
  interrupted.removeEventListener('abort', end);
  const seconds = (performance.now() - began) / 1000;
  if (isLate) return { passed: 0, failed: `the time limit of ${LIMIT_SECONDS} s`, seconds };
  return { ...read(await readFile(report, 'utf8').catch(() => undefined), code === 0), seconds };
}

function read(report: string | undefined, isGreen: boolean): Omit<Outcome, 'seconds'> {
  const parsed = v.safeParse(reportSchema, report);
  const files = parsed.success ? parsed.output.testResults : [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  if (isGreen) return { passed, failed: undefined };
  const failed = tests.find(({ status }) => status === 'failed');
  const [message = ''] = files.flatMap(({ message }) => message.split('\n', 1));
  return { passed, failed: failed?.fullName ?? `an error outside of tests: ${message}` };
}
