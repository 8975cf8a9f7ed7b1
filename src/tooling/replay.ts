import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckResult } from '../inspector/replay/checkRecording.ts';
import { printable, reportText } from '../inspector/replay/report.ts';
import { testText } from '../inspector/replay/testText.ts';
import { checkRecording } from './checkRecording.ts';
import { projectRoot } from './projectRoot.ts';

const USAGE = `npm run replay -- FILE [--expect STATE]... [--at SECONDS] [--test]

Runs a saved recording on the machines of this build and says where they do otherwise; exits 1 if they do.
--expect  what should have been: booking.hall.confirming, session.user.balance=430000 or topUp does navigate {"to":"/","replace":true}
--at      when it should have been; at the end without it
--test    writes a test of it to tests/recordings, which fails until it is mended
`;

const FOLDER = 'tests/recordings';

const RIGHT =
  'All that is expected is so: the machines do right. What was wrong on the screen is the fault of a view.\n';

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(printable(`${error instanceof Error ? error.message : String(error)}\n`));
  process.exitCode = 2;
}

/** Gives the exit code: 0 when all is as it should be, 1 when not. */
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
  // With expectations of one's own, the recorded outcomes do not matter.
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
    throw new Error('Today all comes as it was recorded and no rule breaks: say with --expect what should have been.');
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
  if (text.trim() === '' || Number.isNaN(seconds)) throw new Error(`--at ${text} is no number of seconds.`);
  return seconds;
}

/** The recording's name without what a file's name should not have. */
function nameOf(file: string): string {
  return basename(file, extname(file)).replaceAll(/[^\w-]+/g, '-');
}
