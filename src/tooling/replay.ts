import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckResult } from '../inspector/replay/checkRecording.ts';
import { printable, reportText } from '../inspector/replay/report.ts';
import { testText } from '../inspector/replay/testText.ts';
import { checkRecording } from './checkRecording.ts';
import { projectRoot } from './projectRoot.ts';

const USAGE = `npm run replay -- FILE [--expect STATE]... [--at SECONDS] [--test]

Replays a saved recording on the machines of this build and lists the differences; exits with 1 if there are any.
--expect  a state, data or an action: booking.hall.confirming, session.user.balance=430000 or topUp does navigate {"to":"/","replace":true}
--at      when the expectation must be met, in seconds; the default is the end
--test    writes a test to tests/recordings that fails until the bug is fixed
`;

const FOLDER = 'tests/recordings';

const RIGHT = 'All expectations are met: the machines work correctly. If the screen was wrong, the bug is in a view.\n';

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
  process.exitCode = 2;
}

/** @returns the exit code: 0 if everything is as expected, otherwise 1. */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      expect: { type: 'string', multiple: true, default: [] },
      at: { type: 'string' },
      test: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(USAGE);
  const seconds = values.at === undefined ? undefined : secondsOf(values.at);
  const text = textOf(file);
  const result = await checkRecording(text);
  const unmet = values.expect.flatMap((each) => result.unmet(each, seconds) ?? []);
  process.stdout.write(printable(reportText(result)));
  for (const each of unmet) process.stdout.write(printable(`${each}\n`));
  if (values.test) writeTest(nameOf(file), text, result, values.expect, seconds);
  if (values.expect.length > 0 && unmet.length === 0) process.stdout.write(RIGHT);
  const isFine = result.brokenRules.length === 0 && unmet.length === 0;
  // With explicit expectations, differences from the recording do not matter: the recording may contain the bug.
  return isFine && (values.expect.length > 0 || result.differences.length === 0) ? 0 : 1;
}

function writeTest(
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
  mkdirSync(`${projectRoot}/${FOLDER}`, { recursive: true });
  writeFileSync(`${projectRoot}/${FOLDER}/${name}.json`, text);
  writeFileSync(
    `${projectRoot}/${FOLDER}/${name}.test.ts`,
    testText(name, { expectations, seconds, sameAsRecorded, checkRecording: '../../src/tooling/checkRecording.ts' }),
  );
  process.stdout.write(
    `Wrote ${FOLDER}/${name}.test.ts: npx vitest run --project machines ${FOLDER}/${name}.test.ts\n`,
  );
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
