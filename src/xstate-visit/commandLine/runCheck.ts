import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckResult } from '../replay/checkRecording.ts';
import { printable, reportText } from './report.ts';
import { testText } from './testText.ts';

/** The parts of the command line that belong to the app. */
export interface CheckCommand {
  /** The command as the user types it. */
  readonly command: string;
  /** Path of the module that exports `checkRecording`, which generated tests import. */
  readonly module: string;
  readonly checkRecording: (text: string) => CheckResult | Promise<CheckResult>;
  /** Folder of the generated tests. */
  readonly folder: string;
  /** The command that runs a generated test. */
  readonly run: (test: string) => string;
}

const RIGHT = 'All expectations are met: the machines work correctly. If the screen was wrong, the bug is in a view.\n';

function usage(command: string): string {
  return `${command} FILE [--expect EXPECTATION]... [--at SECONDS] [--test]

Replays a saved recording on the current machines and lists the differences; exits with 1 if there are any.
--expect  a state (MACHINE.STATE), data (MACHINE.PATH=JSON) or an action (MACHINE does ACTION, or MACHINE does ACTION JSON)
--at      when the expectation must be met, in seconds; the default is the end
--test    writes a test that fails until the bug is fixed
`;
}

/** Checks the recording that the arguments name, and sets the exit code of the process: 0 if everything is as expected, otherwise 1 or 2. */
export async function runCheck(app: CheckCommand): Promise<void> {
  try {
    process.exitCode = (await isAsExpected(app)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
    process.exitCode = 2;
  }
}

async function isAsExpected(app: CheckCommand): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      expect: { type: 'string', multiple: true, default: [] },
      at: { type: 'string' },
      test: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage(app.command));
  const seconds = values.at === undefined ? undefined : secondsOf(values.at);
  const text = textOf(file);
  const result = await app.checkRecording(text);
  const unmet = values.expect.flatMap((each) => result.unmet(each, seconds) ?? []);
  process.stdout.write(printable(reportText(result)));
  for (const each of unmet) process.stdout.write(printable(`${each}\n`));
  if (values.test) writeTest(app, nameOf(file), text, result, values.expect, seconds);
  const isFine = result.brokenRules.length === 0 && unmet.length === 0;
  if (values.expect.length > 0 && isFine) process.stdout.write(RIGHT);
  // With explicit expectations, differences from the recording do not matter: the recording may contain the bug.
  return isFine && (values.expect.length > 0 || result.differences.length === 0);
}

function writeTest(
  { module, folder, run }: CheckCommand,
  name: string,
  text: string,
  { brokenRules, differences }: CheckResult,
  expectations: readonly string[],
  seconds: number | undefined,
): void {
  const sameAsRecorded = expectations.length === 0 && brokenRules.length === 0;
  if (sameAsRecorded && differences.length === 0) {
    throw new Error(
      'Nothing differs from the recording and no rule is broken: state the correct behaviour with --expect.',
    );
  }
  const test = `${folder}/${name}.test.ts`;
  const path = relative(resolve(folder), resolve(module)).replaceAll('\\', '/');
  const checkRecording = path.startsWith('.') ? path : `./${path}`;
  mkdirSync(dirname(test), { recursive: true });
  writeFileSync(`${folder}/${name}.json`, text);
  writeFileSync(test, testText(name, { expectations, seconds, sameAsRecorded, checkRecording }));
  process.stdout.write(`Wrote ${test}: ${run(test)}\n`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`The file ${file} cannot be read.`);
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || Number.isNaN(seconds)) throw new Error(`--at ${text} is not a number of seconds.`);
  return seconds;
}

/** The file's base name, with characters that are unsafe in file names replaced by hyphens. */
function nameOf(file: string): string {
  return basename(file, extname(file)).replaceAll(/[^\w-]+/g, '-');
}
